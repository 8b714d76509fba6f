'use client';
import type {} from 'visitor-elements/jsx.d.ts';
import { useState, useSyncExternalStore } from 'react';
import { origin, type VisitorInfo } from 'visitor-elements';
import { greeting, labels } from '../../settings';

const subscribe = (changed: () => void) => origin.subscribe('ip', changed);
const useVisitor = () => useSyncExternalStore(subscribe, () => origin.snapshot('ip'), () => undefined);

/**
 * React passes objects and listeners only to elements that it creates, not to server-rendered ones. The data may be
 * there already.
 */
function takeOver(card: VisitorInfo, hear: (country: string) => void) {
  const show = () => hear(card.data?.location?.country?.code ?? 'nothing');
  card.labels = labels;
  card.addEventListener('visitor-load', show);
  show();
  return () => card.removeEventListener('visitor-load', show);
}

export function Visitor() {
  const [heard, hear] = useState('nothing');
  const [turns, turn] = useState(0);
  const visitor = useVisitor();
  return (
    <main>
      <visitor-info ref={(card) => { if (card) return takeOver(card, hear); }}>somebody</visitor-info>
      <visitor-value field="location.country.code" as="flag">a flag</visitor-value>
      <visitor-switch>
        <template data-country="GB" dangerouslySetInnerHTML={{ __html: greeting }} />
        <i>Default {turns}</i>
      </visitor-switch>
      <output id="heard">{heard}</output>
      <output id="hook">{visitor?.data?.ip}</output>
      <button type="button" onClick={() => turn(turns + 1)}>Turn</button>
    </main>
  );
}
