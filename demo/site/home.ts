import { latestMeasurement } from '../../build/measurement.js';
import { codeBlock, liveExample, tabs } from './code.js';
import { kilobytes, sizes, testedEngines } from './facts.js';
import { selectField } from './fields.js';
import type { Page, Site } from './layout.js';
import { seeAs } from './see-as.js';
import { keyWarning, snippets } from './snippets.js';

const tile = (tag: string, description: string, markup: string) =>
  `<article class="tile">
        <h3><a href="{{root}}elements/${tag}.html"><code>&lt;${tag}&gt;</code></a></h3>
        <p>${description}</p>
        ${liveExample(markup, `Markup of ${tag}`)}
      </article>`;

/** Figures from the latest benchmark, the build and the tests. */
function facts(): [number: number | string, description: string][] {
  const { date, rows } = latestMeasurement() ?? {};
  const own = rows?.find(({ name }) => name === '`visitor-elements`');
  const fifty = own?.costs?.find(({ values }) => values === 50);
  const engines = testedEngines();
  return [
    ...(fifty
      ? ([
          [fifty.requests, `request for fifty elements, measured <span class="number">${date}</span>`],
          [fifty.preflights, 'preflights before it'],
        ] as [number, string][])
      : []),
    [kilobytes(sizes()[0]?.bytes ?? 0), 'with Lit and all elements, as it is sent'],
    [engines.length, `engines, on every change: ${engines.join(', ')}`],
  ];
}

/** The home page. */
export const home = ({ server }: Site): Page => ({
  path: 'index.html',
  title: 'visitor-elements',
  script: 'home',
  style: 'home',
  description:
    'Web components that tell a page who is visiting: address, place, network and browser, with one request for each kind of data.',
  body: `
      <div class="hero">
        <div class="hero-text">
          <h1>Show prices, shipping and forms for where your visitor is, behind any cache.</h1>
          <p class="lead">Web components that know a visitor’s place, network and browser. One request for each kind of data, and no layout shift.</p>
          <p class="row"><a class="button strong" href="{{root}}docs/start.html">Get started</a><a class="button" href="{{root}}playground.html">Open the playground</a></p>
        </div>
        <div class="hero-card">
          ${seeAs(['office', 'gb', 'jp', 'phone', 'vpn'], ['de', 'fr', 'br', 'in', 'unknown', 'blocked'])}
          <noscript><p class="aside">With JavaScript, a live card here shows who you are, or a visitor that you pick.</p></noscript>
          <div class="hero-live" data-example><visitor-info><visitor-map slot="header"></visitor-map></visitor-info></div>
          <div id="me-shown" class="me-shown" hidden></div>
          <div class="you" data-needs-js>
            <button type="button" class="button" id="guess">Show me without a key</button>
            <p id="guess-status" role="status">Uses your browser’s time zone. Nothing is sent.</p>
            <details id="own">
              <summary>Use your own lookup service instead</summary>
              <form id="me" autocomplete="off">
                <label class="field">Service URL<input type="url" name="serviceUrl" required placeholder="https://lookup.example" autocomplete="off" /></label>
                <label class="field">Key; none for a relay<input type="text" name="key" placeholder="YOUR_KEY" autocomplete="off" spellcheck="false" /></label>
                ${selectField('auth', 'Send key in', [
                  ['query', 'the query: no preflight'],
                  ['header', 'a header: one preflight'],
                ])}
                <p class="aside">The key stays in this tab and is not stored. It has to allow this page’s origin. Nothing is sent before you press the button, and then to that URL alone.</p>
                <p class="row"><button class="button strong">Show me</button><span class="aside" id="me-status" role="status"></span></p>
              </form>
            </details>
          </div>
        </div>
        <div class="hero-code">
          ${tabs('ways', [
            ['Script tag', codeBlock(snippets(server).script, 'html', { label: 'Script tag' })],
            ['npm', codeBlock(snippets(server).npm, 'js', { label: 'npm' })],
            ['Relay', codeBlock(snippets(server).relay, 'html', { label: 'Relay' })],
          ])}
          <p class="aside" id="placeholders">${snippets(server).note}</p>
          ${keyWarning}
        </div>
      </div>

      <section class="facts" aria-label="In numbers">
        <dl>
          ${facts()
            .map(([number, description]) => `<div><dt>${description}</dt><dd>${number}</dd></div>`)
            .join('')}
        </dl>
      </section>

      <section aria-labelledby="more">
        <h2 id="more">One lookup, many uses</h2>
        <div class="tiles">
          ${tile(
            'visitor-switch',
            'Content by country or network. Your default content shows until it is known.',
            `
            <visitor-switch>
              <template data-eu="true">Free EU shipping</template>
              <template data-country="GB">Free UK delivery</template>
              <template data-continent="AS AF">By air, $19</template>
              International shipping
            </visitor-switch>`,
          )}
          ${tile(
            'visitor-value',
            'One value in your own sentence, in the page’s language.',
            `
            Where you are it is
            <visitor-value field="time_zone.current_time">
              day or night</visitor-value>,
            and the currency is
            <visitor-value field="currency.name">
              your own</visitor-value>.`,
          )}
          ${tile(
            'visitor-country-select',
            'Lets visitors correct their country. A form control like any other.',
            `
            <visitor-country-select name="country">
              Ship to
            </visitor-country-select>`,
          )}
          ${tile('visitor-map', 'A world of dots, drawn in the page. No tiles, no request.', '<visitor-map></visitor-map>')}
        </div>
        <p class="more"><a href="{{root}}playground.html">Try every setting in the playground →</a> <a href="{{root}}recipes/index.html">Ten recipes to copy →</a></p>
      </section>

      <section class="warn" aria-labelledby="key">
        <div>
          <h2 id="key">Keep the key on your server.</h2>
          <p>The relay is a few lines on your server or at the edge. It sends the lookup with your key, and your page’s markup stays as it is.</p>
          <p><a href="{{root}}docs/server.html">How the relay works →</a></p>
        </div>
        <div class="ways" role="img" aria-label="Direct: your page sends the key, which is visible, to the lookup service. Relay: your page sends a request to your server without a key; the key stays on the server, which sends it to the lookup service.">
          <p class="way"><span class="way-name">direct</span><span class="node">Your page<small>key visible</small></span><span class="arrow leak">key</span><span class="node">Lookup service</span></p>
          <p class="way"><span class="way-name">relay</span><span class="node">Your page<small>no key</small></span><span class="arrow"></span><span class="node">Your server<small>key stays here</small></span><span class="arrow"></span><span class="node">Lookup service</span></p>
        </div>
      </section>`,
});
