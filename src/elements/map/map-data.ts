// Written by build/data/map-data.ts from Natural Earth's outlines; don't edit.
export const columns = 118;
export const rows = 56;
/** The columns west of Greenwich. */
export const greenwich = 56;
/** Latitude of the upper edge. */
export const north = 84;
/** The height of a cell, in degrees. */
export const step = 2.5;
/** Lengths of alternating runs of sea and land cells, row by row from the north-west: codes of characters, less 40. */
export const runs =
  'O+-,[([90)8)[(@+*4/)[(K)+))*.1;)...)[(*,*)),-0;)+)*4U+0,)*),,04*1@E*+>**+-5/*K>)*>*+,+-*/.*N?=.),*6+)S?,)6-*=,)N*)B)-5,,8),**I-*H6*.8)*)+J.)I6).6))))RL>9TL:**7TL;<1)))+)CL9;,*)*+,*)B*)I8=+.2)@M8=+1/)=+)M6?-1C*))*J5?0.EQ2@SP.,)?7),)?R+D>+<R+C:)/+8S+*)@;).-,+,W-@;)-.+,,-)T+?<)+/*.,,)V)?=3*.,[(+-8?0)1)[(+/8=9)0)W17+*78))),)Z1=5:*+*Y3<4;**+Y5:3=)**))-)R792>)2+P882?*1+P791[(B6:1G*U592*)B,*)S491**A0T2:0+*@1T2;/+)?4S0=/+)>5S0=.C5S/?,D5S/?+E,*.T.[(-).,U.[(4+V,[(A)N+[(7)/)P*[(>*Q*[([(6*[([(7*[([(7)';
