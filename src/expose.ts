import { origin } from './lookup/index.js';
import { reportFailure } from './report.js';
import { useView } from './view.js';
import { writeHooks } from './write-hooks.js';

let stop: (() => void) | undefined;

/**
 * Writes what is known of the visitor to `<html>`, for CSS: `data-visitor-country`, `-continent`, `-region`, `-eu`,
 * `-currency`, `-language`, `-time-zone`, `-asn` (`AS64500`), `-network`, `-device`, `-os` and `-browser`. An
 * attribute whose value is unknown is absent. Called again, it changes nothing.
 *
 * @returns A function that ends it and removes the attributes.
 */
export function expose(): () => void {
  useView();
  stop ??= origin.subscribe('ip', ({ data, error }) => {
    writeHooks(data);
    if (error) reportFailure(error);
  });
  return () => {
    stop?.();
    stop = undefined;
    writeHooks(undefined);
  };
}
