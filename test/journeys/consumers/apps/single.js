import 'visitor-elements/visitor-value.js';
import { configure } from 'visitor-elements';

configure({ baseUrl: '/api/', apiKey: 'demo-open', skipBots: false, storage: 'none' });
