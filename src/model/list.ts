/** The tokens of a list, which spaces or commas separate. An empty list has one token, the empty string. */
export const tokensOf = (list: string): string[] => list.match(/[^\s,]+/g) ?? [''];
