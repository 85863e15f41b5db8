/** A statement, or one that is run again and again until it changes no row, with other work in between. */
export type DdlStatement = string | { readonly untilNone: string };

/** The SQL of a statement. */
export const sqlOf = (statement: DdlStatement): string =>
  typeof statement === 'string' ? statement : statement.untilNone;
