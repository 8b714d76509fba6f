import type { Markup } from './markup.js';

/** The state of the playground's form. */
export interface Configuration {
  element: string;
  layout: string;
  /** Fields, separated by spaces. */
  fields: string;
  /** Labels of rows: one `field = label` a line. */
  labels: string;
  /** Fallback content, or a label. */
  content: string;
  field: string;
  from: string;
  as: string;
  condition: string;
  tokens: string;
  result: string;
  announce: string;
  name: string;
  required: string;
  disabled: string;
  map: string;
  label: string;
  lang: string;
  connection: string;
  auth: string;
  address: string;
  key: string;
  visitor: string;
}

const cards = ['visitor-info', 'visitor-asn', 'visitor-user-agent'];

/** The element that the form describes, without attributes that have their default value. */
export function markupOf(form: Configuration, style: Record<string, string>): Markup {
  const { element } = form;
  const lang = form.lang === 'en' ? undefined : form.lang;
  const base = { tag: element, style, attributes: { lang }, children: form.content ? [form.content] : [] };
  if (cards.includes(element)) {
    const labels = Object.fromEntries(
      form.labels
        .split('\n')
        .map((line) => line.split('=').map((part) => part.trim()))
        .filter(([field, words]) => field && words),
    );
    const map: Markup = { tag: 'visitor-map', attributes: { slot: 'header' }, children: [] };
    return {
      ...base,
      attributes: {
        ...base.attributes,
        layout: form.layout === 'card' ? undefined : form.layout,
        fields: form.fields,
        labels: Object.keys(labels).length > 0 ? JSON.stringify(labels) : undefined,
      },
      children: [...(form.map && element === 'visitor-info' ? [map] : []), ...base.children],
    };
  }
  switch (element) {
    case 'visitor-value': {
      const from = form.from === 'ip' ? undefined : form.from;
      return { ...base, attributes: { ...base.attributes, from, field: form.field, as: form.as } };
    }
    case 'visitor-switch': {
      const template: Markup = {
        tag: 'template',
        attributes: { [`data-${form.condition}`]: form.tokens },
        children: [form.result],
      };
      return {
        ...base,
        attributes: { ...base.attributes, announce: form.announce ? true : undefined },
        children: [template, ...base.children],
      };
    }
    case 'visitor-country-select': {
      const { name, required, disabled } = form;
      return {
        ...base,
        attributes: {
          ...base.attributes,
          name,
          required: required ? true : undefined,
          disabled: disabled ? true : undefined,
        },
      };
    }
    default:
      return { ...base, attributes: { label: form.label }, children: [] };
  }
}
