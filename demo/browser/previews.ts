import { simulatedVisitors, type VisitorId } from '../visitors/visitors.js';
import type { Configuration } from './configuration.js';
import { endSimulation, openPanel } from './panel.js';
import { type Preview, type PreviewReport, showIn, startOf } from './preview.js';

/** The form's state, and how to show it. */
export interface PreviewSettings extends Configuration {
  /** Names of the previews' states and of the site's faults. */
  state: string;
  fault: string;
  /** The kind of code that is shown. */
  framework: string;
}

/** Whether the state before the data must show. Some states have no event. */
const showsAtOnce = ({ state, fault }: Preview) => fault !== '' || ['idle', 'pending'].includes(state);
/** How long a new document may take to fire its first event before it replaces the old one, in milliseconds. */
const PATIENCE = 10_000;

/** A place for a preview. */
interface Slot {
  shown: HTMLIFrameElement;
  /** The frame with the current settings. It differs from `shown` until its content can be seen. */
  latest: HTMLIFrameElement;
  preview: Preview;
}

/**
 * Frames that show what a form describes, one for each width, direction and scheme. The first one reports to
 * `onReport`. Each frame has the height of its content as `--content-height`.
 */
export function createPreviews(place: HTMLElement, onReport: (report: PreviewReport) => void) {
  const slots: Slot[] = [];

  function newFrame(preview: Preview): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    showIn(frame, preview);
    frame.src = 'frame.html';
    let isComplete = showsAtOnce(preview);
    frame.addEventListener('preview', ({ detail }) => {
      const { height, event } = detail;
      isComplete ||= event !== undefined;
      if (height) frame.style.setProperty('--content-height', `${height}px`);
      else if (frame === slots[0]?.latest) onReport(detail);
      // Data may come before the height, without which a frame isn't visible.
      const hasHeight = frame.style.getPropertyValue('--content-height') !== '';
      if (hasHeight && isComplete) reveal(frame);
      else if (hasHeight) setTimeout(reveal, PATIENCE, frame);
    });
    return frame;
  }

  /** Replaces the old frame of a slot. */
  function reveal(frame: HTMLIFrameElement): void {
    const slot = slots.find(({ latest, shown }) => latest === frame && shown !== frame);
    if (!slot) return;
    const hadPanel = slot.shown.matches('.with-panel');
    slot.shown.remove();
    slot.shown = frame;
    frame.classList.replace('next-preview', 'preview');
    if (hadPanel) openPanel(frame, '');
  }

  /** Applies settings to the frame of a slot. Those that need a new document have a new frame, behind the old one. */
  function showAt(index: number, preview: Preview): Slot {
    const slot = slots[index];
    if (!slot) {
      const frame = newFrame(preview);
      frame.className = 'preview';
      place.append(frame);
      slots[index] = { shown: frame, latest: frame, preview };
      return slots[index];
    }
    const needsDocument = startOf(slot.preview) !== startOf(preview);
    slot.preview = preview;
    if (needsDocument) {
      endSimulation();
      if (slot.latest !== slot.shown) slot.latest.remove();
      slot.latest = newFrame(preview);
      slot.latest.className = 'next-preview';
      slot.shown.after(slot.latest);
      slot.shown.ariaBusy = 'true';
    } else showIn(slot.latest, preview);
    return slot;
  }

  return {
    show(form: PreviewSettings, html: string, chosen: FormData): void {
      const all = (name: string) => chosen.getAll(name) as string[];
      const wanted = all('width').flatMap((width) =>
        all('dir').flatMap((dir) => all('scheme').map((scheme) => ({ width, dir, scheme }))),
      );
      for (const { shown, latest } of slots.splice(wanted.length))
        for (const frame of [shown, latest]) frame.remove();
      const blocked = simulatedVisitors[form.visitor as VisitorId].kind === 'fault';
      for (const [index, { width, dir, scheme }] of wanted.entries()) {
        const { shown, latest } = showAt(index, {
          as: form.visitor,
          fault: form.fault || (blocked ? 'offline' : ''),
          state: form.state,
          auth: form.connection === 'key' ? form.auth : 'query',
          html,
          style: '',
          lang: form.lang,
          dir,
          scheme,
        });
        for (const frame of [shown, latest]) {
          frame.title = `Preview: ${width} ${dir} ${scheme}`;
          frame.style.setProperty('--width', width === 'full' ? '100%' : `${width}px`);
        }
        // A frame keeps its other classes, such as that of an open panel.
        for (const name of ['light', 'dark']) latest.classList.toggle(name, name === scheme);
      }
    },
  };
}
