import { expect, test, vi } from 'vitest';
import { highlightCode } from '../../../demo/browser/highlight.js';

test('a statement after a comment is no comment, however slow the machine is', () => {
  let now = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
  try {
    for (const code of [
      "// npm install visitor-elements\nimport 'visitor-elements/visitor-info.js';",
      '// [...path].js\nexport const ALL = relay;',
      '/* one */\nfoo();',
    ]) {
      const comments = [...highlightCode(code, 'js').matchAll(/class="comment">([^<]*)/g)];
      expect(comments.length).toBeGreaterThan(0);
      for (const [, comment] of comments) expect(comment).toMatch(/^\/[/*]/);
    }
  } finally {
    clock.mockRestore();
  }
});
