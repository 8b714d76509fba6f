import { startRelay } from '../../support/relay.js';
import { originContract } from '../origin-contract.js';

originContract('The relay in front of the development service', async (visitor) => {
  const { site, close } = await startRelay({ clientIp: () => visitor });
  return { base: `${site}/origin`, close };
});
