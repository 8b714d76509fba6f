/** Fastly: a complete service to copy. It uses Fastly's own data: no key, no service. */
/// <reference types="@fastly/js-compute" />

import { createRelay } from 'visitor-elements/relay.js';
import { fastly } from 'visitor-elements/sources.js';
import type { FastlyEvent as Ours } from '../../../../dist/relay/sources/fastly.js';
import type { Misspelt, None } from './misspelt.js';

export type Checked = None<Misspelt<Ours, FetchEvent>>;
// @ts-expect-error A field that is misspelt is noticed, deep inside too.
export type Noticed = None<Misspelt<{ client: { geo: { country: string } } }, FetchEvent>>;

export const assign = (event: FetchEvent): Ours => event;

const relay = createRelay(fastly());
addEventListener('fetch', (event) => event.respondWith(relay(event.request, event)));
