import 'visitor-elements/define.js';
import { configure } from 'visitor-elements';

const flagsUrl = new URLSearchParams(location.search).get('flags') ?? undefined;
configure({ baseUrl: '/api/', apiKey: 'demo-open', skipBots: false, storage: 'none', flagsUrl });
