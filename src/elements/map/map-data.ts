// Written by build/data/map-data.ts from Natural Earth's outlines; don't edit.
export const columns = 144;
export const rows = 56;
/** Latitude of the upper edge. */
export const north = 84;
/** The width and height of a cell, in degrees. */
export const step = 2.5;
/** Lengths of alternating runs of sea and land cells, row by row from the north-west, in base 36. */
export const runs =
  '13 7 8 8 38 a 2 j e 3 r 3 1n 1 5 1 2 5 2 l e 1 y 1 1j 2 1 1 3 1 2 3 b f v 2 a a a 2 11 5 2 1 1 2 1 1 1 5 9 d u 2 5 1 3 j 5 1 m 6 c 6 2 2 2 8 5 c j 3 f 2 1 y 8 1 5 p 1 7 4 3 5 8 j a 4 9 1 16 2 1 2 x 3 4 1 1 4 5 7 3 b 4 1 4 2 1k 6 t 9 1 7 3 k 4 2 1q 7 7 1 k 7 3 a 1 j 5 2 1h 2 3 e 2 7 h 6 6 n 1 6 2 2 1b 7 2 q k 2 7 m 1 4 1 4 1b 7 3 s i 1 a i 1 1 2 2 1j 5 2 t r 1 1 m 1k 1 1 10 o 3 2 k 1l 12 p o d 1 1 1 4 2 y 13 m o 6 2 2 1 4 5 3 2 w 3 2 10 l p 4 6 1 1 c 1 u 5 1 12 j q 4 b 9 2 q 2 2 3 1 14 h t 6 a y 5 3 15 f s 9 3 1 5 y 4 1 1a a 1 1 t 1h 1d 1 1 5 6 1 r i 1 6 1 r 1h 4 x k 1 6 1 1 1 2 1 l 1i 3 w l 2 8 4 i 1k 3 3 1 4 1 n m 1 7 6 6 2 6 1o 6 t l 2 5 7 4 5 5 5 1 1m 3 r n 1 4 9 2 7 5 4 1 1o 2 q p c 2 7 5 1u 1 3 5 j q a 2 a 1 1w 1 1 7 j p c 1 h 1 1q a h 4 2 h j 1 1 1 5 1 1u b o f k 2 4 2 1t c o d n 1 3 3 1t e m c o 2 2 3 1 1 4 1 1 1 1k h k b p 1 d 3 1i i j b s 1 a 4 1i h j b 2p g k b 10 2 1o e l b 3 1 u 1 1 2 3 1 1l d l a 3 2 t 9 1m c l 9 4 2 s b 1l b n 8 3 2 r e 1k 9 p 8 4 1 q g 1j 9 p 7 x f 1i 9 r 5 y f 1i 8 s 5 y 5 2 8 1i 7 1w 1 8 5 1j 6 27 4 1j 4 2n 1 17 4 2c 1 a 1 18 4 2l 2 19 3 3x 3 3x 3 3z 1';
