// Written by demo/land/generate.ts from Natural Earth's outlines; don't edit.
export const columns = 180;
export const rows = 71;
/** Latitude of the upper edge. */
export const north = 84;
/** Degrees of a cell. */
export const step = 2;
/** Cells of sea, then of land, and so on, row by row from the north-west; to the base of 36. */
export const runs =
  '1d 8 b a 41 d 2 p 1i 1 28 1 4 9 4 o g 5 11 4 1w 1 b 1 3 5 4 p 1p 2 1y 4 3 1 3 2 1 3 b j 12 2 d d d 3 1a 5 3 1 2 2 1 2 1 4 1 2 a h 12 1 c o 6 2 t 2 i 7 4 2 1 9 9 g n 2 d 1 6 2 1 s 1 1 3 5 1 2 1 1 i 7 h 9 1 1 3 1 3 3 3 8 c m b 7 1 1 5 2 2 1 1j 5 15 4 5 5 a o d 2 1 1 c 1 1h 1 4 1 15 6 3 8 7 7 5 d 5 2 4 3 26 10 a 3 8 4 p 5 2 26 8 10 8 4 b 3 o 6 2 1v 2 6 d 4 8 m 8 5 1 1 z 6 3 1n 5 1 3 1 k 1 b m 7 7 s 2 5 1 1 2 3 1m 9 4 w p 2 a p 1 1 1 5 1 5 1m a 3 z n 2 b n 2 1 2 2 1y 6 1 11 10 q 2 1 1x 1 1 1a t 4 2 q 1z 1 1 1a u v 1y 1d s 1 2 u 7 1 8 2 1 1 5 2 16 1e r v 6 3 2 2 5 6 4 2 15 3 2 1a q w 5 3 1 2 1 2 4 1 a 2 12 5 1 1b p w 5 a 2 1 c 2 w 4 1 6 1 1c n z 2 4 2 9 b 2 y 2 2 4 1 1e m z 8 d 16 3 1 2 4 1f j 10 a c 16 5 1 1k h 10 e 1 1f 1r 8 7 1 z t 1 10 1q 1 1 6 8 1 x o 1 7 2 x 1u 5 16 o 2 7 1 1 5 r 1v 4 8 1 w q 1 b 4 o 1x 4 4 1 5 1 t s 1 9 6 9 2 8 1 1 20 4 2 2 7 2 r r 2 8 7 6 5 6 1 1 23 6 10 r 2 6 a 4 6 7 6 1 21 4 x t 1 4 c 3 9 5 6 1 23 2 y v e 3 9 6 2a 1 5 3 q u 2 2 c 2 c 2 2c 1 3 8 n w d 1 1 1 8 1 c 1 26 a n v f 1 9 1 b 1 26 d l 2 1 1 4 l o 1 1 2 5 2 2a e u i q 1 1 1 4 3 29 f u h r 2 4 4 1 1 27 h s g t 2 3 4 1 1 5 1 21 k p f v 2 2 3 2 1 5 1 1 3 1w n o e w 1 g 4 1v n n e x 3 d 5 1v l p d 1e 1 2 1 1v l p d 3e j p e 4 1 14 3 3 1 1y j p e 4 1 11 6 3 2 1z g q d 3 3 10 c 20 f q c 4 3 10 c 20 f r b 4 2 y h 1y d t b 4 2 x i 1y b v a 5 1 y j 1x b w 8 15 k 1v b x 8 15 k 1v b y 6 17 j 1v a z 5 18 4 5 9 1w 7 2f 1 a 6 1w 9 2q 5 c 1 1j 6 3a 2 1i 6 2w 1 c 1 1k 5 2x 1 b 2 1k 4 39 2 1l 4 4v 4 4w 4 4x 3 4y 2';
