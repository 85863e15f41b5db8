import type { Static, TSchema, Type } from 'typebox';

/** TypeBox's constructors of schemas. */
export type Build = typeof Type;

/**
 * A schema that is built on first use. Loading the library costs more than starting all routes, and most servers need
 * few of their schemas.
 */
export type Shape<Schema extends TSchema = TSchema> = (t: Build) => Schema;

/** Shapes by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** The TypeScript type that a shape describes. */
export type ValueOf<Described extends Shape> = Static<ReturnType<Described>>;

let loading: Promise<Build> | undefined;

/** Loads TypeBox's constructors, once. */
export function loadBuild(): Promise<Build> {
  loading ??= import('typebox').then(({ Type }) => Type);
  return loading;
}
