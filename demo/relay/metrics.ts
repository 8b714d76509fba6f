/**
 * Turns the events of `onEvent` into a line of the log for each fault and refusal, and into counters that Prometheus
 * reads.
 *
 *     const { onEvent, text } = createMetrics();
 *     relayListener({ …, onEvent });   // and text() at a path that only your Prometheus reaches
 */
import type { RelayEvent } from 'visitor-elements/relay.js';

/** Counts events. The number of counters doesn't depend on visitors, because labels have few values. */
export function createMetrics(log: (line: string) => void = console.log) {
  const counters = new Map<string, Map<string, number>>();
  const add = (name: string, labels: Record<string, string>, by = 1) => {
    const values = counters.get(name) ?? new Map<string, number>();
    const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    values.set(pairs.join(','), (values.get(pairs.join(',')) ?? 0) + by);
    counters.set(name, values);
  };

  return {
    onEvent({ type, lookup, outcome, status, milliseconds, from, credits }: RelayEvent): void {
      const labels = { lookup: lookup ?? 'none', outcome, from: from ?? 'none' };
      add(`visitor_relay_${type}s_total`, labels);
      add(`visitor_relay_${type}_seconds_total`, labels, milliseconds / 1000);
      if (credits) add('visitor_relay_credits_total', { lookup: labels.lookup }, credits);
      if (type !== 'answer' || outcome !== 'ok')
        log(
          `relay ${type} lookup=${labels.lookup} outcome=${outcome} status=${status} from=${labels.from} ms=${Math.round(milliseconds)}`,
        );
    },

    /** The counters in Prometheus's text format, `text/plain; version=0.0.4`. */
    text: (): string =>
      [...counters]
        .map(([name, values]) => {
          const lines = [...values].map(([labels, value]) => `${name}{${labels}} ${value}\n`);
          return `# TYPE ${name} counter\n${lines.join('')}`;
        })
        .join(''),
  };
}
