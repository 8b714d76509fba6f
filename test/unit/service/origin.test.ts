import { startService } from '../../support/service.js';
import { originContract } from '../origin-contract.js';

originContract('The development service', async (visitor) => ({
  ...(await startService({ visitor })),
  key: 'demo-open',
}));
