import type {} from 'visitor-elements/jsx.d.ts';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { origin } from 'visitor-elements';
import { greeting, labels } from '../settings';

function useVisitor() {
  const [snapshot, set] = useState(() => origin.snapshot('ip'));
  useEffect(() => origin.subscribe('ip', set), []);
  return snapshot;
}

function App() {
  const [heard, hear] = useState('nothing');
  const [turns, turn] = useState(0);
  const { data } = useVisitor();
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
      <output id="hook">{data?.ip}</output>
      <button type="button" onClick={() => turn(turns + 1)}>Turn</button>
    </>
  );
}
render(<App />, document.querySelector('main') as HTMLElement);
