'use client';
import 'visitor-elements/visitor-value.js';
import type {} from 'visitor-elements/jsx.d.ts';
import { configure } from 'visitor-elements';

/** A page with a single element. */
configure({
  baseUrl: new URLSearchParams(globalThis.location?.search).get('base') ?? '/api/',
  apiKey: 'demo-open',
  skipBots: false,
});
export default function Single() {
  return (
    <visitor-value field="location.country.code" as="flag">
      a flag
    </visitor-value>
  );
}
