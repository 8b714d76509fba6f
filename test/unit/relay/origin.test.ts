import { originContract } from '../contract/origin.js';
import { startRelay } from './server.js';

originContract('The relay in front of the development service', async (visitor) => {
  const { site, close } = await startRelay({ address: () => visitor });
  return { base: `${site}/origin`, close };
});
