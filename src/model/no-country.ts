/** Whether a code in a country's place stands for none: unknown (`XX`, `ZZ`), Tor (Cloudflare's `T1`), Asia-Pacific (`AP`). */
export const isNoCountry = (code: string): boolean => ['AP', 'T1', 'XX', 'ZZ'].includes(code);
