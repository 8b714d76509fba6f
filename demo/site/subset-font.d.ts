declare module 'subset-font' {
  /** Reduces a font to these characters, and its axes to these limits. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes?: Record<string, { min: number; max: number }> },
  ): Promise<Buffer>;
}
