/**
 * The script in the head that avoids a flash: it restores the `data-visitor-*` attributes that an earlier page stored
 * (`src/personal/expose.ts`) to `<html>` before the first paint. It sends no request. It doesn't know the settings,
 * so it reads both storage areas.
 *
 * It checks everything that it reads. The record must have a time and an end, and each attribute (name, value, end) its
 * own end. A value must be text, and is cut at 1,000 characters and at the first character that changes the direction
 * of text. Anything else, and blocked storage, is ignored.
 */
for (const area of ['local', 'session'] as const)
  try {
    const record = JSON.parse(self[`${area}Storage`]['visitor-elements/attributes']);
    const now = Date.now();
    for (const attribute of record.attributes)
      try {
        if (record.fetchedAt <= now && now < record.expiresAt && now < attribute[2])
          document.documentElement.setAttribute(
            `data-visitor-${attribute[0]}`,
            attribute[1].match(/\P{Bidi_C}{0,1000}/u),
          );
      } catch {}
  } catch {}
