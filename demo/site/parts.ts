/** The `name: value` lines of the comment at a file's top, and the rest of the file as `code`. */
export function readParts(text: string): Record<string, string> & { code: string } {
  const [, comment = '', code = text] = /^<!--\n([\s\S]*?)\n-->\n([\s\S]*)$/.exec(text) ?? [];
  return { ...Object.fromEntries(comment.split('\n').map((line) => line.split(/: (.*)/, 2))), code };
}
