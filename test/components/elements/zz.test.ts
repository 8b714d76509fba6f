import { formatField } from '../../../src/index.js';
import { put, reaches, visit } from './support.js';
it('x', async function () {
  this.timeout(60000);
  visit('fault/hostile/');
  const t0 = performance.now();
  const v = await reaches(put('<visitor-value field="hostname">x</visitor-value>'), 'ready');
  console.log('value ready', performance.now() - t0);
  const t1 = performance.now(); v.getBoundingClientRect(); console.log('layout value', performance.now() - t1);
  for (const f of ['hostname', 'connection.organization', 'location.continent.name', 'user_agent.header', 'location.country.name']) {
    const t = performance.now(); formatField(v.data, f, { locale: 'en' }); console.log(f, performance.now() - t);
  }
  const t2 = performance.now();
  const c = await reaches(put('<visitor-info fields="hostname"></visitor-info>'), 'ready');
  console.log('card ready', performance.now() - t2);
  const t3 = performance.now(); c.getBoundingClientRect(); console.log('layout card', performance.now() - t3);
  const t4 = performance.now();
  document.body.append(Object.assign(document.createElement('p'), { textContent: 'A'.repeat(1_000_000) })); document.body.offsetHeight;
  console.log('layout plain p', performance.now() - t4);
});
