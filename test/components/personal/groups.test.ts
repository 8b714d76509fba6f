import { expect } from '@open-wc/testing';
import { configureFromScript } from '../../../src/configure.js';
import { configure, expose, isLookupError, origin } from '../../../src/index.js';
import { configure as configureLookups } from '../../../src/lookup/index.js';
import { put, reaches, until, visit } from '../elements/support.js';
import { read } from './support.js';

describe('groups of countries on a page', () => {
  let stop: (() => void) | undefined;
  beforeEach(() => void visit());
  afterEach(() => stop?.());

  it('that are set later are matched again, and are named on <html>', async () => {
    stop = expose();
    const element = put(
      '<visitor-switch><template data-country="!@eu"><p>Abroad</p></template><p>Home</p></visitor-switch>',
    );
    await reaches(element, 'ready');
    expect(read(element)).to.equal('Abroad');
    expect(document.documentElement.dataset.visitorGroups).to.equal(undefined);
    // Settings belong to their caller.
    configure(Object.freeze({ groups: { isles: 'GB IE', eu: 'GB FR' } }));
    await until(() => read(element) === 'Home', 'the other choice');
    expect(document.documentElement.dataset.visitorGroups).to.equal('eu isles');
    configure({ groups: { britain: 'FR' } });
    configure({ groups: { britain: 'GB' } });
    expect(document.documentElement.dataset.visitorGroups?.split(' ')).to.have.members([
      'britain',
      'eu',
      'isles',
    ]);
    configureLookups({ groups: { isles: 'IE' } }); // The lookup module has no groups.
    expect(document.documentElement.dataset.visitorGroups).to.include('isles');
  });

  it('come from the script’s own tag', async () => {
    const script = document.createElement('script');
    script.dataset.groups = '{"britain": "GB"}';
    configureFromScript(script);
    const element = put(
      '<visitor-switch><template data-country="@britain"><p>Home</p></template><p>Abroad</p></visitor-switch>',
    );
    await reaches(element, 'ready');
    expect(read(element)).to.equal('Home');
  });

  for (const groups of ['{"isles": ', { isles: 'Ireland' }, { isles: { GB: true } }, ['GB'], { isles: 'UK' }])
    it(`that are invalid are misconfigured: ${JSON.stringify(groups)}`, async () => {
      configure({ groups: groups as Record<string, string> });
      const error: unknown = await origin.ip().catch((reason: unknown) => reason);
      expect(isLookupError(error) && [error.code, error.message.slice(0, 21)]).to.deep.equal([
        'misconfigured',
        'The setting "groups" ',
      ]);
    });
});
