/**
 * The script for the head, where nothing may flash: puts the `data-visitor-*` attributes that an earlier page stored
 * (`src/personal/attributes.ts`) back on `<html>`, before anything is painted. It asks nothing and knows no settings, so it reads
 * both storages; a record that is broken, or storage that may not be read, stops nothing.
 */
for (const area of ['local', 'session'] as const)
  try {
    const record = JSON.parse(globalThis[`${area}Storage`]['visitor-elements/attributes']);
    for (const [name, value, until] of record.attributes)
      if (until > Date.now()) document.documentElement.setAttribute(`data-visitor-${name}`, value);
  } catch {}
