import type { Context } from '@netlify/types';
import type { NetlifyContext } from '../../../../dist/relay/sources/netlify.js';
import type { Misspelt, None } from './misspelt.js';

export type Checked = None<Misspelt<NetlifyContext, Context>>;
// @ts-expect-error A field that is misspelt is noticed, deep inside too.
export type Noticed = None<Misspelt<{ geo: { country?: { name?: string; iso?: string } } }, Context>>;

export const assign = (context: Context): NetlifyContext => context;
