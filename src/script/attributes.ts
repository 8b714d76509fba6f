/**
 * The script in the head that avoids a flash: it restores the attributes that `personal/expose.ts` stored to `<html>` before
 * the first paint. It knows no settings, so it reads both storage areas, and ignores what is wrong: the record has a time
 * and an end, each attribute a name, a value and an end. A value is text, cut at 1,000 characters and at the first that
 * changes the direction of text.
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
