import { matches } from '../../../src/personal/matches.js';

/** Posts whether the condition on Global Privacy Control holds, as the worker is and with the signal. */
addEventListener('message', () => {
  const holds = () => [matches(undefined, { gpc: true }), matches(undefined, { gpc: false })];
  const asItIs = holds();
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
  postMessage([...asItIs, ...holds()]);
});
