/** A file's comment at the top, `name: value` a line, and what follows it as `code`. */
export function readParts(text: string): Partial<Record<string, string>> & { code: string } {
  const [, comment = '', code = text] = /^<!--\n([\s\S]*?)\n-->\n([\s\S]*)$/.exec(text) ?? [];
  return { ...Object.fromEntries(comment.split('\n').map((line) => line.split(/: (.*)/, 2))), code };
}
