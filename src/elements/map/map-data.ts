// Written by build/data/map-data.ts from Natural Earth's outlines; don't edit.
export const columns = 124;
export const rows = 56;
/** Latitude of the upper edge. */
export const north = 84;
/** The height of a cell, in degrees. */
export const step = 2.5;
/** Lengths of alternating runs of sea and land cells, row by row from the north-west: codes of characters, less 40. */
export const runs =
  'U+-,[([(.90)8)[(F+*4/)[(Q)+))*.1;)...)[(0,*)),-0;)+)*4[+0,)*),,04*1@K*+>**+-5/*KD)*>*+,+-*/.*NE=.),*6+)SE,)6-*=,)N*)H)-5,,8),**I-*N6*.8)*)+J.)O6).6))))RR>9TR:**7TR;<1)))+)CR9;,*)*+,*)B*)O8=+.2)@S8=+1/)=+)S6?-1C*))*P5?0.EW2@SV.,)?7),)?X+D>+<X+C:)/+8Y+*)@;).-,+,[(*-@;)-.+,,-)Z+?<)+/*.,,)[())?=3*.,[(1-8?0)1)[(1/8=9)0)[(*17+*78))),)[(-1=5:*+*[(,3<4;**+[(,5:3=)**))-)X792>)2+V882?*1+V791[(H6:1G*[592*)B,*)Y491**A0Z2:0+*@1Z2;/+)?4Y0=/+)>5Y0=.C5Y/?,D5Y/?+E,*.Z.[(-).,[.[(4+[(),[(A)T+[(7)/)V*[(>*W*[([(<*[([(=*[([(=)';
