/** The fields with a name. An index signature would accept any name. */
type Named<Type> = { [Name in keyof Type as string extends Name ? never : Name]: Type[Name] };

/** The dotted paths that the platform's type lacks; `never` if there are none. */
export type Misspelt<Path extends string, Theirs> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Named<NonNullable<Theirs>>
    ? Misspelt<Rest, Named<NonNullable<Theirs>>[Name]>
    : Path
  : Path extends keyof Named<NonNullable<Theirs>>
    ? never
    : Path;

/** The paths in a table. */
export type PathsIn<Table> = Extract<Table[keyof Table], string>;

/** An error if a name is misspelt. */
export type None<Name extends never> = Name;
