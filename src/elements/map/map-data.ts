// Written by build/data/map-data.ts from Natural Earth's outlines; don't edit.
export const columns = 144;
export const rows = 56;
/** Latitude of the upper edge. */
export const north = 84;
/** The width and height of a cell, in degrees. */
export const step = 2.5;
/** Lengths of alternating runs of sea and land cells, row by row from the north-west: codes of characters, less 40. */
export const runs =
  'O/00[([(62*;6+C+[(0)-)*-*=6)J)[(,*))+)*+37G*222*M-*))*)))-15F*-)+;-)>.4.***0-4;+7*)J0)-A)/,+-0;2,1)R*)*I+,)),-/+3,),*[(-.E1)/+<,*[(3//)</+2);-*[(**+6*/9..?).**W/*B<*/>),),W/+D:)2:))**[(,-*EC))>[(-))L@+*<[(.NA@5))),*JO>@.**),-+*H+*L=A,.))4)F-)N;B,31*B**+)P9E.2J-+Q7D1+)-J,)V2))E[(*Y))-.)C:).)C[(*,I<).)))*)=[(++H=*0,:[(-++),)?>)/..*.[(1.E=*-/,---)[(/+C?),1*/-,)[(1*BA4*/-[(7)+-;B2*2)[(9))/;A4)9)[(329,*9;)))-)[(73@7<*,*[(64@5?)++[(66>4@**+)),)))[(-9<3A)5+[(+:;3D)2,[(+9;3[(V8<3L*[(16=3+)F))*+)[(.5=2+*E1[(/4=1,*D3[(.3?0+*C6[(-1A0,)B8[(,1A/I7[(+1C-J7[(+0D-J-*0[(+/[(9)0-[(,.[(D,[(,,[(T)S,[(I)2)T,[(R*U+[([(O+[([(O+[([(Q)';
