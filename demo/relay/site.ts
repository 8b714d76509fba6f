/** The site that each deployment serves with its relay: one page, and the built package. */
import { createReadStream } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';

/** The top of this repository, with a slash. */
export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

export const serveSite: RequestListener = (req, res) => {
  const file =
    req.url === '/'
      ? 'demo/relay/page.html'
      : /^\/(dist\/[\w-/]+(\.min\.js|\.svg))$/.exec(req.url ?? '')?.[1];
  const type = types[/\.\w+$/.exec(file ?? '')?.[0] ?? ''];
  if (!file || !type) return void res.writeHead(404).end();
  createReadStream(`${repositoryRoot}${file}`)
    .on('error', () => res.writeHead(404).end())
    .on('open', () => res.writeHead(200, { 'Content-Type': type }))
    .pipe(res);
};
