/** The fields with a name. An index signature would accept any name. */
type Named<Type> = { [Name in keyof Type as string extends Name ? never : Name]: Type[Name] };

/** Names of our fields that the platform's type lacks, at any depth; `never` if there are none. */
export type Misspelt<Ours, Theirs> = {
  [Name in keyof Ours]-?: Name extends keyof Named<NonNullable<Theirs>>
    ? NonNullable<Ours[Name]> extends object
      ? Misspelt<NonNullable<Ours[Name]>, Named<NonNullable<Theirs>>[Name]>
      : never
    : Name;
}[keyof Ours];

/** An error if a name is misspelt. */
export type None<Name extends never> = Name;
