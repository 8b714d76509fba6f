import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { cellText, markdownTable } from '../../build/markdown.js';
import { serveSite } from './site.js';

/*
 * The table of docs/accessibility.md: what Chromium's accessibility tree has for each element in each state. A screen
 * reader speaks from that tree.
 */
const document = new URL('../../docs/accessibility.md', import.meta.url);
const start = '<!-- accessibility tree: made by npm run screenshots -- accessibility -->';
const end = '<!-- end of accessibility tree -->';

const authored = `<label for="own">Ship to</label> <select id="own" required><option value="">Choose</option>
  <option>GB</option><option>DE</option><option>FR</option><option>NL</option></select>`;

/** Each element's markup. `content` is its fallback content. */
const elements: Record<string, (content: string) => string> = {
  '<visitor-info>': (content) => `<visitor-info>${content}</visitor-info>`,
  '<visitor-info layout="compact">': (content) => `<visitor-info layout="compact">${content}</visitor-info>`,
  '<visitor-info layout="inline">': (content) => `<visitor-info layout="inline">${content}</visitor-info>`,
  '<visitor-info heading-level="2">': (content) =>
    `<visitor-info heading-level="2" fields="ip">${content}</visitor-info>`,
  '<visitor-asn>': (content) => `<visitor-asn>${content}</visitor-asn>`,
  '<visitor-user-agent>': (content) => `<visitor-user-agent>${content}</visitor-user-agent>`,
  '<visitor-value field="location.country.name">': (content) =>
    `<visitor-value field="location.country.name">${content}</visitor-value>`,
  '<visitor-value as="flag">': (content) =>
    `<visitor-value field="location.country.code" as="flag">${content}</visitor-value>`,
  '<visitor-switch>': (content) =>
    `<visitor-switch><template data-field="ip" data-value="!0"><h2>We know you</h2></template>${content}</visitor-switch>`,
  '<visitor-switch announce>': (content) =>
    `<visitor-switch announce><template data-country="NL">Hallo</template>${content}</visitor-switch>`,
  '<visitor-country-select>': () => '<visitor-country-select required>Ship to</visitor-country-select>',
  '<visitor-country-select>, with your own select': () =>
    `<visitor-country-select>${authored}</visitor-country-select>`,
  '<visitor-map>': () => '<visitor-map></visitor-map>',
  '<visitor-map label="Where you are">': () => '<visitor-map label="Where you are"></visitor-map>',
};

interface State {
  prefix?: string;
  settings?: string;
  content?: string;
  /** The custom state that they reach. */
  reaches: string;
  /** Runs in the page after that. */
  after?: string;
}

const failing = 'fault/status-500/';
const office = 'from/sample-office/';
const endless = 'fault/slow-60000/';

const states: Record<string, State> = {
  idle: { settings: 'data-consent="required"', reaches: 'idle' },
  pending: { prefix: endless, reaches: 'pending' },
  ready: { prefix: office, reaches: 'ready' },
  stale: {
    prefix: office,
    reaches: 'ready',
    after: 'fetch = () => new Promise(() => {}), dispatchEvent(new Event("online"))',
  },
  guessed: { prefix: failing, settings: 'data-guess="time-zone"', reaches: 'guessed' },
  overridden: {
    prefix: office,
    reaches: 'ready',
    after: 'visitorElements.override({ location: { country: { code: "NL" } } })',
  },
  error: { prefix: failing, reaches: 'error' },
  'pending, with fallback content': { prefix: endless, reaches: 'pending', content: 'a visitor' },
  'error, with fallback content': { prefix: failing, reaches: 'error', content: 'a visitor' },
};

const html = ({ prefix = '', settings = '', content = '' }: State) => `<!doctype html><html lang="en-GB">
  <meta charset="utf-8"><title>What is said</title>
  <script src="/dist/visitor-elements.min.js" data-base-url="/api/${prefix}" data-api-key="demo-open"
    data-storage="none" data-skip-bots="false" data-retries="0" data-timeout="90000" ${settings}></script>
  ${Object.values(elements)
    .map((markup) => `<div class="specimen">${markup(content)}</div>`)
    .join('\n')}</html>`;

/** Cards show the time of day. */
const fixedTime = `{
  const Original = Date;
  Date = class extends Original {
    constructor(...given) { super(...(given.length ? given : ['2026-03-10T09:30:00Z'])); }
  };
}`;

/** What is needed of a node of Chromium's accessibility tree. */
interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  value?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
  childIds?: string[];
  backendDOMNodeId?: number;
}

/** Properties that a screen reader speaks or acts on. */
const spoken = ['busy', 'disabled', 'invalid', 'required', 'live'];

/** Roles that say nothing by themselves: their content does. */
const silent = ['generic', 'none', 'InlineTextBox', 'LabelText', 'LineBreak', 'ListMarker'];

/** A node and what is in it, in reading order. */
function describe(node: AxNode | undefined, nodes: ReadonlyMap<string, AxNode>): string[] {
  if (!node) return [];
  const role = node.role?.value ?? 'none';
  const name = node.name?.value.trim() ?? '';
  const properties = (node.properties ?? []).flatMap(({ name: property, value: { value } }) =>
    spoken.includes(property) && value && value !== 'false' && value !== 'off' ? [property] : [],
  );
  const inside = () => joined(withWholeTexts(node, nodes).flatMap((child) => describe(child, nodes)));
  const isSilent = node.ignored || (silent.includes(role) && !properties.includes('live'));
  if (isSilent) return inside();
  if (role === 'StaticText') return name ? [`“${name}”`] : [];
  const value = node.value?.value ? ` with the value “${node.value.value}”` : '';
  const own = [`${roleNames[role] ?? role}${name && ` “${name}”`}${value}`, ...properties].join(', ');
  if (namedByContent.includes(role)) return [own];
  return role === 'definition' ? [`${own}: ${inside().join(' ')}`] : [own, ...inside()];
}

/** A node's children. Parts of an address or a domain, between which a line may break, are one text as in their parent. */
function withWholeTexts({ childIds = [] }: AxNode, nodes: ReadonlyMap<string, AxNode>): AxNode[] {
  const children: AxNode[] = [];
  for (const child of childIds.flatMap((id) => nodes.get(id) ?? [])) {
    const last = children.at(-1);
    const areTexts = [last, child].every((each) => each?.role?.value === 'StaticText' && !each.ignored);
    if (last && areTexts && /[.:]$/.test(last.name?.value ?? ''))
      children.splice(-1, 1, { ...last, name: { value: `${last.name?.value}${child.name?.value}` } });
    else if (!child.ignored || child.childIds?.length) children.push(child);
  }
  return children;
}

/** Roles whose name is their content. The options of a closed list are left out. */
const namedByContent = ['button', 'combobox', 'heading', 'image', 'img', 'link', 'term'];

/** Neighbouring texts as one. */
function joined(parts: readonly string[]): string[] {
  const all: string[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (!(last?.startsWith('“') && part.startsWith('“'))) all.push(part);
    else all.splice(-1, 1, `${last.slice(0, -1)} ${part.slice(1)}`.replaceAll(' , ', ', '));
  }
  return all;
}

/** The ARIA names of roles for which Chromium has its own. */
const roleNames: Record<string, string> = {
  DescriptionList: 'list of terms',
  combobox: 'combo box',
  generic: 'part of the page',
};

/** What Chromium's accessibility tree has for each element in a page. */
async function readPage(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '.specimen',
  });
  const said: string[] = [];
  for (const nodeId of nodeIds) {
    const { node } = await session.send('DOM.describeNode', { nodeId });
    const box = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
    said.push(describe(box, byId).join(' · ') || 'nothing');
  }
  return said;
}

/** The table for the installed Chromium. States in which an element says the same share a row. */
export async function accessibilityTable(browser: Browser): Promise<string> {
  const names = Object.keys(elements);
  const rows = names.map(() => new Map<string, string[]>());
  const server = await serveSite(({ url = '/' }, response) => {
    const state = states[decodeURIComponent(url.slice(1))];
    response.setHeader('content-type', 'text/html; charset=utf-8').end(state ? html(state) : '');
  });
  for (const [name, { reaches, after }] of Object.entries(states)) {
    const page = await browser.newPage({
      locale: 'en-GB',
      timezoneId: 'Europe/Paris',
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    });
    await page.addInitScript(fixedTime);
    await page.goto(`${server.base}/${name}`, { waitUntil: 'domcontentloaded' });
    await page.locator(`visitor-info:state(${reaches})`).first().waitFor({ state: 'attached' });
    // Networks and browsers have no guess, so they reach other states.
    if (reaches !== 'pending') await expect(page.locator(':state(pending)')).toHaveCount(0);
    if (after) await page.evaluate(after);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    for (const [index, said] of (await readPage(page)).entries()) {
      const same = rows[index]?.get(said);
      if (same) same.push(name);
      else rows[index]?.set(said, [name]);
    }
    await page.close();
  }
  await server.close();
  return markdownTable(
    ['element', 'state', 'what the accessibility tree has'],
    rows.flatMap((row, index) =>
      [...row].map(([said, stateNames]) => [`\`${names[index]}\``, stateNames.join('; '), cellText(said)]),
    ),
  );
}

/** The table that the documentation has. */
export const documentedTable = (): string =>
  readFileSync(document, 'utf8').split(start)[1]?.split(end)[0]?.trim() ?? '';

/** Writes the table into the documentation. */
export function writeTable(table: string): void {
  const text = readFileSync(document, 'utf8');
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined)
    throw new Error(`docs/accessibility.md has no "${start}" with its end. Add both lines.`);
  writeFileSync(document, `${before}${start}\n\n${table}\n\n${end}${after}`);
}
