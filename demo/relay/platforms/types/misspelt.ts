/** The fields with a name of their own: an index signature would take any. */
type Named<Type> = { [Name in keyof Type as string extends Name ? never : Name]: Type[Name] };

/** Names of our fields that theirs lack, at any depth; `never` where there are none. */
export type Misspelt<Ours, Theirs> = {
  [Name in keyof Ours]-?: Name extends keyof Named<NonNullable<Theirs>>
    ? NonNullable<Ours[Name]> extends object
      ? Misspelt<NonNullable<Ours[Name]>, Named<NonNullable<Theirs>>[Name]>
      : never
    : Name;
}[keyof Ours];

/** An error where a name is misspelt. */
export type None<Name extends never> = Name;
