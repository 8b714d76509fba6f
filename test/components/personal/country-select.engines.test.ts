import { expect } from '@open-wc/testing';
import { clearOverride, grantConsent, override, type VisitorCountrySelect } from '../../../src/index.js';
import { put, reaches, ready, settled, shown, visit } from '../elements/support.js';
import { choose, read, selectIn } from './support.js';

const tag = '<visitor-country-select name="country"></visitor-country-select>';
const show = (markup = tag) => ready<VisitorCountrySelect>(markup);
const chosenName = (element: Element) => selectIn(element).selectedOptions[0]?.textContent;

/** A form with a select, and the data that the form sends. */
async function inForm(attributes = '', around = (markup: string) => markup) {
  const markup = `<visitor-country-select name="country" ${attributes}></visitor-country-select>`;
  const form = put<HTMLFormElement>(`<form>${around(markup)}</form>`);
  const element = form.querySelector('visitor-country-select') as VisitorCountrySelect;
  await reaches(element, 'ready');
  return { form, element, sent: () => [...new FormData(form)].flat().join('=') };
}

describe('<visitor-country-select>', () => {
  beforeEach(() => void visit());
  afterEach(() => clearOverride());

  it('is accessible in a page that is read from right to left, and disabled', async () => {
    const markup = '<visitor-country-select lang="ar" dir="rtl" disabled>البلد</visitor-country-select>';
    await expect(await show(markup)).to.be.accessible();
  });

  it('takes no letter beyond ASCII for a code: ß is not SS', async () => {
    const element = await show();
    for (const value of ['ß', 'ıt', 'ﬁ']) {
      element.value = value;
      expect(element.value, value).to.equal('');
    }
  });

  it("shows the visitor's country", async () => {
    const element = await show();
    expect(element.value).to.equal('GB');
    expect(chosenName(element)).to.equal('United Kingdom');
  });

  it('shows no country while none is known, and for a placeholder', async () => {
    visit('fault/slow-100/');
    const element = put<VisitorCountrySelect>(tag);
    await reaches(element, 'pending');
    expect([element.value, chosenName(element)]).to.deep.equal(['', 'Choose a country']);
    await reaches(element, 'ready');
    expect(element.value).to.equal('GB');
    for (const code of ['T1', 'EU', '__proto__', '<b>', 5 as unknown as string]) {
      override({ location: { country: { code } } });
      await settled();
      expect([element.value, chosenName(element)]).to.deep.equal(['', 'Choose a country'], String(code));
    }
  });

  it('whose settings are set one after another makes one lookup, with all of them', async () => {
    const element = await show();
    const requested: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (input) => {
      requested.push(String(input));
      return fetch(input);
    };
    try {
      element.auth = 'none';
      element.baseUrl = 'https://elsewhere.example/';
      element.params = 'a=1';
      await settled();
      expect([...new Set(requested)]).to.deep.equal(['https://elsewhere.example/?a=1']);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  for (const display of ['block', 'flex'])
    it(`is as wide as its container, and shows "Choose a country" completely: 180 px, ${display}`, async () => {
      visit('fault/status-500/');
      const box = put(`<div style="display: ${display}; inline-size: 180px">${tag}</div>`);
      const element = box.firstElementChild as VisitorCountrySelect;
      await reaches(element, 'error');
      expect(element.offsetWidth).to.equal(180);
      const select = selectIn(element);
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const pen = Object.assign(
        document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D,
        {
          font,
        },
      );
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      expect(pen.measureText('Choose a country').width).to.be.at.most(room);
    });

  for (const [lang, name] of Object.entries({
    de: 'Vereinigtes Königreich',
    fr: 'Royaume-Uni',
    ja: 'イギリス',
    ar: 'المملكة المتحدة',
  }))
    it(`is in the page’s language: ${lang}`, async () => {
      const box = put(`<div lang="${lang}">${tag}</div>`);
      const element = box.firstElementChild as VisitorCountrySelect;
      await reaches(element, 'ready');
      expect(chosenName(element)).to.equal(name);
      const names = [...selectIn(element).options].slice(1).map(({ text }) => text);
      expect(names.length).to.equal(250);
      expect(names).to.deep.equal(names.toSorted(new Intl.Collator(lang).compare));
    });

  it('survives a malformed `lang`', async () => {
    const element = await show('<visitor-country-select lang="en_GB"></visitor-country-select>');
    expect(element.value).to.equal('GB');
  });

  describe('a choice', () => {
    it('is shown everywhere at once', async () => {
      const box = put(`
        <div>
          ${tag}${tag}
          <visitor-value field="location.country.name">somewhere</visitor-value>
          <visitor-switch><template data-country="FR">Bonjour</template>Hello</visitor-switch>
        </div>`);
      const [first, second, value, greeting] = box.children as unknown as VisitorCountrySelect[];
      await reaches(box.children[3] as Element, 'ready');
      choose(first as Element, 'FR');
      await settled();
      expect(second?.value).to.equal('FR');
      expect(chosenName(second as Element)).to.equal('France');
      expect(shown(value as Element)).to.equal('France');
      expect(read(greeting as Element)).to.equal('Bonjour');
    });

    it('is removed by selecting none: the looked-up country is shown again', async () => {
      const element = await show();
      choose(element, 'FR');
      expect(element.value).to.equal('FR');
      choose(element, '');
      expect(element.value).to.equal('GB');
      expect(chosenName(element)).to.equal('United Kingdom');
    });

    it('applies if the lookup fails', async () => {
      visit('fault/status-500/');
      const element = put<VisitorCountrySelect>(tag);
      await reaches(element, 'error');
      expect(element.value).to.equal('');
      choose(element, 'FR');
      expect(element.value).to.equal('FR');
      await settled();
      expect(element.matches(':state(ready)')).to.equal(true);
    });

    it('applies before consent, only in memory', async () => {
      const { requests } = visit('', { consent: 'required' });
      const element = put<VisitorCountrySelect>(tag);
      await reaches(element, 'idle');
      choose(element, 'FR');
      expect(element.value).to.equal('FR');
      expect(sessionStorage.length).to.equal(0);
      expect(await requests()).to.equal(0);
      grantConsent();
      expect(JSON.stringify({ ...sessionStorage })).to.contain('FR');
    });
  });

  describe('in a form', () => {
    it('sends the country under its name', async () => {
      const { form, element, sent } = await inForm();
      expect(sent()).to.equal('country=GB');
      expect([...form.elements]).to.deep.equal([element]);
      choose(element, 'FR');
      expect(sent()).to.equal('country=FR');
      element.name = 'land';
      await settled();
      expect(sent()).to.equal('land=FR');
    });

    it('shows the visitor’s choice when the form is reset, wherever it was made', async () => {
      const { form, element, sent } = await inForm();
      const other = await show();
      choose(element, 'FR');
      choose(other, 'DE');
      form.reset();
      expect([sent(), other.value]).to.deep.equal(['country=DE', 'DE']);
      choose(element, 'FR');
      form.reset();
      expect(sent()).to.equal('country=FR');
      override({ location: { country: { code: 'IT' } } });
      form.reset();
      expect(sent()).to.equal('country=IT');
    });

    it('is disabled with its fieldset, and enabled with it', async () => {
      const { form, element, sent } = await inForm('', (markup) => `<fieldset disabled>${markup}</fieldset>`);
      expect([selectIn(element).disabled, sent()]).to.deep.equal([true, '']);
      (form.firstElementChild as HTMLFieldSetElement).disabled = false;
      await settled();
      expect([selectIn(element).disabled, sent()]).to.deep.equal([false, 'country=GB']);
      (form.firstElementChild as HTMLFieldSetElement).disabled = true;
      await settled();
      expect([selectIn(element).disabled, sent()]).to.deep.equal([true, '']);
    });

    it('is disabled by its own attribute or property', async () => {
      const { element, sent } = await inForm('disabled');
      expect([selectIn(element).disabled, sent()]).to.deep.equal([true, '']);
      element.disabled = false;
      await settled();
      expect([selectIn(element).disabled, sent()]).to.deep.equal([false, 'country=GB']);
      element.disabled = true;
      await settled();
      expect([selectIn(element).disabled, sent()]).to.deep.equal([true, '']);
    });

    it('blocks a form’s submission while a required country is missing', async () => {
      visit('fault/status-500/');
      const form = put<HTMLFormElement>(
        `<form><visitor-country-select name="country" required></visitor-country-select></form>`,
      );
      const element = form.querySelector('visitor-country-select') as VisitorCountrySelect;
      await reaches(element, 'error');
      expect(form.checkValidity()).to.equal(false);
      expect(element.matches(':invalid')).to.equal(true);
      choose(element, 'FR');
      expect(form.checkValidity()).to.equal(true);
      clearOverride();
      await settled();
      expect(form.checkValidity()).to.equal(false);
      element.required = false;
      await settled();
      expect([form.checkValidity(), element.hasAttribute('required')]).to.deep.equal([true, false]);
    });
  });
});
