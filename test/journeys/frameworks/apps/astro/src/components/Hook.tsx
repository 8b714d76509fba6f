import { useState, useSyncExternalStore } from 'react';
import { origin } from 'visitor-elements';

const subscribe = (changed: () => void) => origin.subscribe('ip', changed);
const useVisitor = () => useSyncExternalStore(subscribe, () => origin.snapshot('ip'), () => undefined);

export function Hook() {
  const [turns, turn] = useState(0);
  return (
    <>
      <output id="hook">{useVisitor()?.data?.ip}</output>
      <button type="button" onClick={() => turn(turns + 1)}>Turn</button>
      <i>Turns {turns}</i>
    </>
  );
}
