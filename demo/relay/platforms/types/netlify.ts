import type { Context } from '@netlify/types';
import type { NetlifyContext, netlifyProperties } from '../../../../dist/relay/sources/platforms.js';
import type { Misspelt, None, PathsIn } from './misspelt.js';

export type Checked = None<Misspelt<PathsIn<typeof netlifyProperties>, Context['geo']>>;
// @ts-expect-error A field that is misspelt is noticed, deep inside too.
export type Noticed = None<Misspelt<'country.iso', Context['geo']>>;

export const assign = (context: Context): NetlifyContext => context;
