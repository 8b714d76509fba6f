import { simulatedVisitors, type VisitorId } from '../visitors/visitors.js';
import type { Configuration } from './configuration.js';
import { type Preview, type PreviewReport, showIn } from './preview.js';

/** The form's state, and how to show it. */
export interface PreviewSettings extends Configuration {
  /** Names of the previews' states and of the site's faults. */
  state: string;
  fault: string;
  /** How many of the element. */
  copies: string;
}

/**
 * Frames that show what a form describes, one for each width, direction and scheme. The first one reports to
 * `onReport`. Each frame has the height of its content as `--content-height`.
 */
export function createPreviews(place: HTMLElement, onReport: (report: PreviewReport) => void) {
  const frames = new Map<string, HTMLIFrameElement>();

  function newFrame(
    name: string,
    width: string,
    preview: Preview,
    before: HTMLIFrameElement | undefined,
  ): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    frame.title = `Preview: ${name}`;
    frame.className = `preview ${preview.scheme}`;
    frame.style.inlineSize = width === 'full' ? '100%' : `${width}px`;
    showIn(frame, preview);
    frame.src = 'frame.html';
    frame.addEventListener('preview', ({ detail }) => {
      const { height } = detail;
      if (height) frame.style.setProperty('--content-height', `${height}px`);
      else if (frame === place.firstElementChild) onReport(detail);
    });
    place.insertBefore(frame, before ?? null);
    return frame;
  }

  return {
    show(form: PreviewSettings, html: string, chosen: FormData): void {
      const all = (name: string) => chosen.getAll(name) as string[];
      const wanted = all('width').flatMap((width) =>
        all('dir').flatMap((dir) => all('scheme').map((scheme) => ({ width, dir, scheme }))),
      );
      const nameOf = (one: (typeof wanted)[number]) => Object.values(one).join(' ');
      const names = wanted.map(nameOf);
      for (const [name, frame] of frames)
        if (!names.includes(name)) {
          frame.remove();
          frames.delete(name);
        }
      const blocked = simulatedVisitors[form.visitor as VisitorId].kind === 'fault';
      for (const [index, one] of wanted.entries()) {
        const { width, dir, scheme } = one;
        const name = nameOf(one);
        const preview: Preview = {
          as: form.visitor,
          fault: form.fault || (blocked ? 'offline' : ''),
          state: form.state,
          auth: form.connection === 'key' ? form.auth : 'query',
          html: Array.from({ length: Number(form.copies) }, () => html).join('\n'),
          style: '',
          lang: form.lang,
          dir,
          scheme,
        };
        // A frame that is moved in the document reloads. The order never changes, so new frames alone find their place.
        const next = names.slice(index + 1).find((later) => frames.has(later));
        const frame = frames.get(name) ?? newFrame(name, width, preview, next ? frames.get(next) : undefined);
        frames.set(name, frame);
        showIn(frame, preview);
      }
    },
  };
}
