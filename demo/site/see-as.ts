import {
  firstVisitor,
  type SimulatedVisitor,
  simulatedVisitors,
  type VisitorId,
} from '../visitors/visitors.js';
import { asMarkup } from './code.js';

/** Buttons that simulate a visitor, and those behind a button "more". Visitors have real data, except the samples. */
export function seeAs(ids: readonly VisitorId[], more: readonly VisitorId[] = []): string {
  const chips = (some: readonly VisitorId[]) =>
    some.map((id) => chip('visitor', id, id === firstVisitor)).join('');
  const rest = more.length
    ? `<button type="button" class="chip-more" aria-expanded="false" aria-controls="more-visitors">more</button><div id="more-visitors" hidden>${chips(more)}</div>`
    : '';
  return `<fieldset class="see-as" data-needs-js><legend>See it as</legend>${chips(ids)}${rest}<p class="key"><span class="dot recorded">real data</span><span class="dot invented">sample</span></p></fieldset>`;
}

/** A visitor to pick. */
export function chip(field: string, id: VisitorId, checked: boolean): string {
  const { name, country, kind }: SimulatedVisitor = simulatedVisitors[id];
  const flag = country ? `<img src="{{root}}dist/flags/${country}.svg" width="21" height="14" alt="" />` : '';
  return `<label class="chip ${kind}"><input type="radio" name="${field}" value="${id}"${checked ? ' checked' : ''} /><span>${flag}${asMarkup(name)}${kind === 'invented' ? '<span class="hidden">, sample</span>' : ''}</span></label>`;
}
