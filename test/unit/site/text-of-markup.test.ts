import { expect, test } from 'vitest';
import { textOfMarkup } from '../../../demo/site/text-of-markup.js';

test('a name is apart from the text beside it, in tables, lists and stacked boxes', () => {
  for (const [markup, text] of [
    [
      '<tr><th><code>--visitor-radius</code></th><td><p>Twice the radius.</p></td></tr>',
      '--visitor-radius · Twice the radius.',
    ],
    ['<p class="type"><code>string</code></p><p>The map’s name.</p>', 'string · The map’s name.'],
    ['<dt>ip</dt><dd>an address</dd>', 'ip · an address'],
    [
      '<li><label><code>--visitor-gap</code></label><p>Between rows</p></li><li>Next</li>',
      '--visitor-gap · Between rows · Next',
    ],
    ['<legend>Framework</legend><div><label>HTML</label></div>', 'Framework · HTML'],
    ['<p>One sentence.</p>\n<p>Another.</p>', 'One sentence. Another.'],
    ['a <b>bold</b> <code>&lt;visitor-map&gt;</code> word', 'a bold <visitor-map> word'],
    ['<td></td><td>after an empty cell</td>', 'after an empty cell'],
  ] as const)
    expect(textOfMarkup(markup)).toBe(text);
});
