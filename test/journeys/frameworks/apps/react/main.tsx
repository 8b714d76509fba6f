import type {} from 'visitor-elements/jsx.d.ts';
import { StrictMode, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { origin } from 'visitor-elements';
import { greeting, labels } from '../settings';

const subscribe = (changed: () => void) => origin.subscribe('ip', changed);
const useVisitor = () => useSyncExternalStore(subscribe, () => origin.snapshot('ip'), () => undefined);

function App() {
  const [heard, hear] = useState('nothing');
  const [turns, turn] = useState(0);
  const visitor = useVisitor();
  return (
    <>
      <visitor-info labels={labels} onvisitor-load={(event) => hear(event.data.location?.country?.code ?? '')}>
        somebody
      </visitor-info>
      <visitor-value field="location.country.code" as="flag">a flag</visitor-value>
      <visitor-switch>
        <template data-country="GB" dangerouslySetInnerHTML={{ __html: greeting }} />
        <i>Default {turns}</i>
      </visitor-switch>
      <output id="heard">{heard}</output>
      <output id="hook">{visitor?.data?.ip}</output>
      <button type="button" onClick={() => turn(turns + 1)}>Turn</button>
    </>
  );
}
createRoot(document.querySelector('main') as HTMLElement).render(<StrictMode><App /></StrictMode>);
