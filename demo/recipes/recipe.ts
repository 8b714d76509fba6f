/** What the recipe pages share: the settings, and links to try a page as somebody else or with the lookup failing. */
import '../../src/define.js';
import { configure } from '../../src/index.js';

const tries = [
  ['the United Kingdom', '?from=81.2.69.142'],
  ['Germany', '?from=2003:de:2710:1::1'],
  ['Japan', '?from=210.130.1.1'],
  ['the United States', '?from=2607:f8b0:4009:800::200e'],
  ['somebody unknown: the lookup fails', '?fault=status-403'],
] as const;

const query = new URLSearchParams(location.search);
const prefixes = ['from', 'fault']
  .filter((name) => query.has(name))
  .map((name) => `${name}/${query.get(name)}/`);
configure({ baseUrl: `/api/${prefixes.join('')}`, apiKey: 'demo-page', flagsUrl: '/flags/' });

const list = document.createElement('ul');
list.append(
  ...tries.map(([who, search]) => {
    const item = document.createElement('li');
    const link = Object.assign(document.createElement('a'), { href: search, textContent: who });
    if (location.search === search) link.ariaCurrent = 'page';
    item.append(link);
    return item;
  }),
);
document.querySelector('nav')?.append('Try it as a visitor from', list);
