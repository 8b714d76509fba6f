import '../src/define.js';
import { configure } from '../src/index.js';

configure({ baseUrl: '/api/', apiKey: 'demo-page', flagsUrl: '/flags/' });
