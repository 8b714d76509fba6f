import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { cleanUp, stored } from '../support/page.js';
import { countedVisit } from '../support/service.js';

type Outcome = Record<string, unknown>;

/** The results of a worker's lookups: IP data twice, AS data and User-Agent data. */
async function inWorker(settings: Settings): Promise<Outcome[]> {
  const worker = new Worker(new URL('../support/worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage(settings);
    });
  } finally {
    worker.terminate();
  }
}

describe('in a web worker', () => {
  afterEach(cleanUp);

  for (const storage of ['session', 'local', 'none'] as const)
    it(`lookups work and are shared, though there is no ${storage} storage`, async () => {
      const { baseUrl, requests } = countedVisit();
      const settings: Settings = {
        baseUrl: new URL(baseUrl, location.href).href,
        apiKey: 'demo-open',
        storage,
      };
      const [ip, again, asn, userAgent] = await inWorker(settings);
      expect(ip?.ip).to.equal('81.2.69.142');
      expect(again).to.deep.equal(ip);
      expect(asn?.asn).to.be.a('number');
      expect(userAgent?.header).to.equal(navigator.userAgent);
      expect(await requests()).to.equal(3);
      expect(stored()).to.deep.equal([]);
    });

  it('a URL may be relative to the worker’s script', async () => {
    const { baseUrl } = countedVisit();
    const [ip] = await inWorker({ baseUrl: `../../..${baseUrl}`, apiKey: 'demo-open' });
    expect(ip?.ip).to.equal('81.2.69.142');
  });

  for (const [fault, code] of [
    ['status-403', 'unauthorized'],
    ['drop', 'network'],
    ['slow-9000', 'timeout'],
  ])
    it(`${fault} is ${code}`, async () => {
      const { baseUrl } = countedVisit(`fault/${fault}/`);
      const settings = {
        baseUrl,
        apiKey: 'demo-open',
        retries: 0,
        timeout: code === 'timeout' ? 300 : 60_000,
      };
      for (const outcome of await inWorker(settings)) expect(outcome.code).to.equal(code);
    });

  it('a missing setting is reported at once', async () => {
    const [ip] = await inWorker({ apiKey: 'demo-open' });
    expect(ip?.code).to.equal('misconfigured');
    expect(ip?.message).to.include('baseUrl');
  });
});
