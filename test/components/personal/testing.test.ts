import { expect } from '@open-wc/testing';
import {
  configure,
  expose,
  grantConsent,
  type IpData,
  LookupError,
  type LookupErrorCode,
  origin,
  override,
  type Settings,
  type VisitorValue,
} from '../../../src/index.js';
import { replaceService } from '../../../src/lookup/replacement.js';
import { type ServiceReplacement, serviceReplacement } from '../../../src/lookup/request.js';
import { reset, respondWith } from '../../../src/testing.js';
import { put, shown, until } from '../elements/support.js';
import { cleanUp, recordRequests, simulate, stored } from '../support/page.js';
import { failure } from '../support/service.js';

const germany: IpData = { location: { country: { code: 'DE' } } };
const value = '<visitor-value field="location.country.name">somewhere</visitor-value>';
const { search } = location;

describe('a test of a page', () => {
  let requests: ReturnType<typeof recordRequests>;
  beforeEach(() => {
    reset();
    requests = recordRequests();
  });
  afterEach(() => {
    expect(requests.sent).to.deep.equal([]);
    requests.stop();
    history.replaceState(null, '', search || location.pathname);
    reset();
    cleanUp();
  });

  it('has the data that it says, for each lookup, with no settings and no network', async () => {
    respondWith(germany);
    expect(await origin.ip()).to.deep.equal(germany);
    expect(await origin.asn()).to.deep.equal(germany);
    expect(await origin.userAgent({ ua: 'curl/8' })).to.deep.equal(germany);
    configure({ baseUrl: 'https://elsewhere.test/', apiKey: 'demo-open' });
    expect(await origin.ip()).to.deep.equal(germany);
  });

  it('has the data that it says, and not the data that came with the page', async () => {
    configure({ initialData: { location: { country: { code: 'FR' } } } });
    const element = put(value);
    await until(() => shown(element) === 'France', 'France');
    respondWith(germany);
    expect(await origin.ip()).to.deep.equal(germany);
    await until(() => shown(element) === 'Germany', 'Germany');
  });

  it('can keep elements waiting, then give data, other data, and a failure', async () => {
    respondWith('pending');
    const element = put(value);
    await until(() => element.matches(':state(pending)'), 'the pending element');
    const waiting = origin.ip();
    respondWith(germany);
    expect(await waiting).to.deep.equal(germany);
    await until(() => shown(element) === 'Germany', 'Germany');
    respondWith({ location: { country: { code: 'FR' } } });
    await until(() => shown(element) === 'France', 'France');
    respondWith('network');
    await until(() => element.matches(':state(error)'), 'the error');
    expect(shown(element)).to.equal('somewhere');
  });

  for (const [code, status] of Object.entries<number | undefined>({
    unauthorized: 403,
    'out-of-credits': 402,
    'rate-limited': 429,
    'bad-request': 400,
    service: 500,
    'invalid-response': 200,
    network: undefined,
    timeout: undefined,
  } satisfies Partial<Record<LookupErrorCode, number | undefined>>))
    it(`has a failure at once, and the next lookup may have data: ${code}`, async () => {
      respondWith(code as LookupErrorCode);
      const respond: ServiceReplacement = Reflect.get(globalThis, serviceReplacement);
      let calls = 0;
      replaceService((...request) => {
        calls++;
        return respond(...request);
      });
      const error = await failure(origin.ip());
      expect(calls).to.equal(1);
      expect(error).to.be.instanceOf(LookupError);
      expect([error.code, error.status]).to.deep.equal([code, status]);
      respondWith(germany);
      expect(await origin.ip()).to.deep.equal(germany);
    });

  for (const settings of [{}, { overrideCookie: 'testing' }] satisfies Settings[])
    it(`keeps the visitor’s choice when the service responds otherwise: ${Object.keys(settings)}`, async () => {
      respondWith(germany);
      configure(settings);
      override({ location: { country: { code: 'JP' } } });
      const kept = () => `${JSON.stringify(stored())}${document.cookie}`;
      expect(kept()).to.include('JP');
      respondWith('network');
      expect(kept()).to.include('JP');
      override({ location: { city: 'Tokyo' } });
      expect(origin.snapshot('ip').data?.location)
        .to.include({ city: 'Tokyo' })
        .and.nested.include({ 'country.code': 'JP' });
    });

  it('begins with nothing after a reset', async () => {
    respondWith(germany);
    configure({ storage: 'local', consent: 'required', overrideCookie: 'testing' });
    grantConsent();
    await origin.ip();
    override({ location: { country: { code: 'JP' } } });
    expect([stored().length > 0, document.cookie]).to.deep.equal([true, 'testing=JP']);
    const stop = expose();
    expect(document.documentElement.dataset.visitorCountry).to.equal('JP');
    configure({ initialData: germany });
    reset();
    expect(document.documentElement.dataset.visitorCountry).to.equal(undefined);
    stop();
    expect(typeof Reflect.get(globalThis, serviceReplacement)).to.equal('undefined');
    expect([stored(), document.cookie]).to.deep.equal([[], '']);
    expect((await failure(origin.ip())).code).to.equal('misconfigured');
    respondWith(germany);
    expect(await origin.ip()).to.deep.equal(germany);
  });

  it('is told of a mistake again after a reset', () => {
    const said: unknown[] = [];
    const { warn } = console;
    console.warn = (text) => said.push(text);
    for (let i = 0; i < 2; i++) {
      configure({ colour: 'red' } as Settings);
      reset();
    }
    console.warn = warn;
    expect(said).to.deep.equal(Array(2).fill('visitor-elements: There is no setting "colour".'));
  });

  for (const wrong of ['offline', '', 404, null, undefined, [germany], ['network'], 'toString', '{}'])
    it(`is told what a response may be: ${JSON.stringify(wrong)}`, () => {
      expect(() => respondWith(wrong as IpData)).to.throw(TypeError, 'rate-limited');
    });

  it('reports nothing of an element that it removed before a reset', async () => {
    respondWith(germany);
    const element = put(value) as VisitorValue;
    await until(() => shown(element) === 'Germany', 'Germany');
    const failures: unknown[] = [];
    element.addEventListener('visitor-error', (event) => failures.push(event));
    element.requestUpdate();
    element.remove();
    reset();
    await element.updateComplete;
    expect(failures).to.deep.equal([]);
  });

  it('shows no simulated visitor before consent', async () => {
    simulate('visitor-country=JP');
    const settings: Settings = { consent: 'required' };
    respondWith(germany);
    configure(settings);
    const element = put(value);
    const first = origin.snapshot('ip');
    expect([first.data, first.overridden]).to.deep.equal([undefined, false]);
    grantConsent();
    await until(() => shown(element) === 'Japan', 'Japan');
  });
});
