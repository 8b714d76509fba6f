/**
 * The script in the head that avoids a flash: it restores the `data-visitor-*` attributes that an earlier page stored
 * (`src/personal/attributes.ts`) to `<html>` before the first paint. It sends no request. It doesn't know the settings,
 * so it reads both storage areas. A broken record or blocked storage is ignored.
 */
for (const area of ['local', 'session'] as const)
  try {
    const record = JSON.parse(globalThis[`${area}Storage`]['visitor-elements/attributes']);
    for (const [name, value, until] of record.attributes)
      if (until > Date.now()) document.documentElement.setAttribute(`data-visitor-${name}`, value);
  } catch {}
