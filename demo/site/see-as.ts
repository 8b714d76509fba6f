import {
  firstVisitor,
  type SimulatedVisitor,
  simulatedVisitors,
  type VisitorId,
} from '../visitors/visitors.js';
import { asMarkup } from './code.js';

/** Buttons that simulate a visitor. Visitors have real data, except the samples. */
export function seeAs(
  ids: readonly VisitorId[],
  legend = 'See it as',
  chosen: VisitorId = firstVisitor,
): string {
  return `<fieldset class="see-as" data-needs-js><legend>${asMarkup(legend)}</legend>${ids
    .map((id) => chip(id, id === chosen))
    .join(
      '',
    )}<p class="key"><span class="dot recorded">real data</span><span class="dot invented">sample</span></p></fieldset>`;
}

function chip(id: VisitorId, checked: boolean): string {
  const { name, country, kind }: SimulatedVisitor = simulatedVisitors[id];
  const flag = country ? `<img src="{{root}}dist/flags/${country}.svg" width="21" height="14" alt="" />` : '';
  return `<label class="chip ${kind}"><input type="radio" name="visitor" value="${id}"${checked ? ' checked' : ''} /><span>${flag}${asMarkup(name)}${kind === 'invented' ? '<span class="hidden">, sample</span>' : ''}</span></label>`;
}
