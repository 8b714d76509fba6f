import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

const minute = 60_000;
const hosts = new Set<ReactiveControllerHost>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Renders its host again at each full minute, while the host shows a time. All hosts share one timer. */
export class Clock implements ReactiveController {
  ticks = false;
  readonly #host: ReactiveControllerHost & Element;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.ticks && this.#host.isConnected) hosts.add(this.#host);
    else hosts.delete(this.#host);
    schedule();
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    schedule();
  }
}

function schedule(): void {
  if (hosts.size === 0) timer = clearTimeout(timer) as undefined;
  else timer ??= setTimeout(tick, minute - (Date.now() % minute));
}

function tick(): void {
  timer = undefined;
  for (const host of hosts) host.requestUpdate();
  schedule();
}
