import { originContract } from '../contract/origin.js';
import { startService } from './server.js';

originContract('The development service', async (visitor) => ({
  ...(await startService({ visitor })),
  key: 'demo-open',
}));
