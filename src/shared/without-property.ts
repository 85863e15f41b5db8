/** Returns an object without one of its properties, or the object itself if it has no such property. */
export function withoutProperty<T>(object: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  if (!Object.hasOwn(object, name)) return object;
  const { [name]: _left, ...rest } = object;
  return rest;
}
