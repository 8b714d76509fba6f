import type {} from 'visitor-elements/jsx.d.ts';
import { createSignal, from } from 'solid-js';
import { render } from 'solid-js/web';
import { origin } from 'visitor-elements';
import { greeting, labels } from '../settings';

const visitor = () => from((set) => origin.subscribe('ip', set), origin.snapshot('ip'));

function App() {
  const [heard, hear] = createSignal('nothing');
  const [turns, turn] = createSignal(0);
  const snapshot = visitor();
  return (
    <>
      <visitor-info prop:labels={labels} on:visitor-load={(event) => hear(event.data.location?.country?.code ?? '')}>
        somebody
      </visitor-info>
      <visitor-value field="location.country.code" as="flag">a flag</visitor-value>
      <visitor-switch>
        <template data-country="GB" innerHTML={greeting} />
        <i>Default {turns()}</i>
      </visitor-switch>
      <output id="heard">{heard()}</output>
      <output id="hook">{snapshot().data?.ip}</output>
      <button type="button" onClick={() => turn(turns() + 1)}>Turn</button>
    </>
  );
}
render(() => <App />, document.querySelector('main') as HTMLElement);
