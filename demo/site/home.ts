import { latestMeasurement } from '../../build/documents/measurement.js';
import { scriptTag } from '../browser/code-urls.js';
import { noteOf } from '../browser/note.js';
import { codeBlock, liveExample, tabs } from './code.js';
import { scriptSize } from './facts.js';
import type { Page, Site } from './layout.js';
import { seeAs } from './see-as.js';
import { codeUrls, keylessTag, keyWarning } from './snippets.js';

const tile = (tag: string, description: string, markup: string) =>
  `<article class="tile">
        <h3><a href="{{root}}elements/${tag}.html"><code>&lt;${tag}&gt;</code></a></h3>
        <p>${description}</p>
        ${liveExample(markup, `Markup of ${tag}`)}
      </article>`;

const shipping = `<visitor-switch>
  <template data-country="GB">Free UK delivery</template>
  <template data-country="@eea">Free shipping in Europe</template>
  International shipping
</visitor-switch>`;
const card = '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>';

const mapNote =
  '<p class="aside">With <a href="{{root}}docs/country-choice.html#complete-the-data-of-a-chosen-country"><code>countries.js</code></a> on the page, the map also marks the country of a visitor without coordinates.</p>';

/** The ways to begin, each with what a reader must know about it. */
function ways({ server }: Site): string {
  const urls = codeUrls(server);
  const withKey = scriptTag(urls, { 'base-url': urls.service, 'api-key': urls.key });
  const relay = scriptTag(urls, { 'base-url': '/origin/', auth: 'none' });
  const note = (connection: string) =>
    `<p class="aside">${noteOf(urls, { connection, serviceUrl: '', key: '' })}</p>`;
  const html = (code: string, label: string) => codeBlock(code, 'html', { label });
  return tabs('ways', [
    [
      'Script tag',
      `${html(`${keylessTag(server)}\n${shipping}`, 'Script tag')}<p class="aside">No key, no account, no request: the country is that of the browser’s time zone. <a href="{{root}}docs/start.html">Three steps →</a></p>`,
    ],
    [
      'With a service',
      `${html(`${withKey}\n${card}`, 'With a service')}${note('key')}${mapNote}${keyWarning}`,
    ],
    ['With a relay', `${html(`${relay}\n${card}`, 'With a relay')}${note('relay')}`],
    [
      'npm',
      `${codeBlock('npm install visitor-elements', 'sh')}${codeBlock(
        `import 'visitor-elements/visitor-switch.js';\nimport { configure } from 'visitor-elements';\n\nconfigure({ guess: 'time-zone' });`,
        'js',
      )}${codeBlock(shipping, 'html')}`,
    ],
  ]);
}

/** Figures from the latest benchmark and the build. */
function facts(): [number: number | string, description: string][] {
  const { rows } = latestMeasurement() ?? {};
  const own = rows?.find(({ name }) => name === '`visitor-elements`');
  const fifty = own?.costs?.find(({ values }) => values === 50);
  return [
    [fifty?.requests ?? 1, 'request for fifty elements, and none on the next page'],
    [scriptSize(), 'with Lit and all elements, as it is sent'],
    ['0', 'cookies, unless you name one'],
  ];
}

/** The home page. */
export const home = (site: Site): Page => ({
  path: 'index.html',
  title: 'visitor-elements',
  script: 'home',
  style: 'home',
  description:
    'Web components that show prices, shipping and texts for the visitor’s country, on static and cached pages, in plain HTML.',
  body: () => `
      <div class="hero">
        <div class="hero-text">
          <h1>Show prices, shipping and forms for where your visitor&nbsp;is.</h1>
          <p class="lead">Web components for place, network and browser. One cached page serves everybody, and your own content shows first.</p>
          <p class="row"><a class="button strong" href="{{root}}docs/start.html">Get started</a><a class="button" href="{{root}}playground.html">Open the playground</a></p>
        </div>
        <div class="hero-card">
          ${seeAs(['office', 'gb', 'jp', 'phone', 'vpn'], ['de', 'fr', 'br', 'in', 'unknown', 'blocked'])}
          <noscript><p class="aside">With JavaScript, a live card here shows a visitor that you pick.</p></noscript>
          <p class="row">Your shop: ${shipping}</p>
          <div class="hero-live" data-example>${card}</div>
          <div class="row you" data-needs-js>
            <button type="button" class="button" id="guess">Show me without a key</button>
            <p class="aside" id="guess-status" role="status">Uses your browser’s time zone. Nothing is sent.</p>
          </div>
        </div>
        <div class="hero-code">${ways(site)}</div>
      </div>

      <section class="facts" aria-label="In numbers">
        <dl>
          ${facts()
            .map(([number, description]) => `<div><dt>${description}</dt><dd>${number}</dd></div>`)
            .join('')}
        </dl>
        <p><a href="{{root}}trust.html">Why trust it →</a></p>
      </section>

      <section aria-labelledby="more">
        <h2 id="more">One lookup, many uses</h2>
        <div class="tiles">
          ${tile(
            'visitor-switch',
            'Content by country or network. Until data arrives, your default content shows.',
            shipping,
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
        <p class="more"><a href="{{root}}playground.html">Try every setting in the playground →</a> <a href="{{root}}recipes/index.html">Recipes to copy →</a></p>
      </section>

      <section class="warn" aria-labelledby="key">
        <div>
          <h2 id="key">Keep the key on your server</h2>
          <p>The relay is a few lines on your server or at the edge. It sends the lookup with your key, and your page’s markup stays as it is.</p>
          <p><a href="{{root}}docs/server.html">How the relay works →</a></p>
        </div>
        <div class="ways" role="img" aria-label="Direct: your page sends the key, which is visible, to the lookup service. Relay: your page sends a request to your server without a key; the key stays on the server, which sends it to the lookup service.">
          <p class="way"><span class="way-name">direct</span><span class="node">Your page<small>key visible</small></span><span class="arrow leak">key</span><span class="node">Lookup service</span></p>
          <p class="way"><span class="way-name">relay</span><span class="node">Your page<small>no key</small></span><span class="arrow"></span><span class="node">Your server<small>key stays here</small></span><span class="arrow"></span><span class="node">Lookup service</span></p>
        </div>
      </section>`,
});
