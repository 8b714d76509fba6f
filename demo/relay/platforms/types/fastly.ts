/** Fastly: a complete service to copy. It uses Fastly's own data: no key, no service. */
/// <reference types="@fastly/js-compute" />

import { createRelay } from 'visitor-elements/relay.js';
import { fastly } from 'visitor-elements/sources.js';
import type { fastlyProperties, FastlyEvent as Ours } from '../../../../dist/relay/sources/fastly.js';
import type { Misspelt, None, PathsIn } from './misspelt.js';

type Theirs = FetchEvent['client']['geo'];

export type Checked = None<
  Misspelt<PathsIn<typeof fastlyProperties> | 'proxy_description' | 'proxy_type', Theirs>
>;
// @ts-expect-error A field that is misspelt is noticed.
export type Noticed = None<Misspelt<'country', Theirs>>;

export const assign = (event: FetchEvent): Ours => event;

const relay = createRelay(fastly());
addEventListener('fetch', (event) => event.respondWith(relay(event.request, event)));
