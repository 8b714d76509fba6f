import { originContract } from '../../support/origin-contract.js';
import { startService } from '../../support/service.js';

originContract('The development service', async (visitor) => ({
  ...(await startService({ visitor })),
  key: 'demo-open',
}));
