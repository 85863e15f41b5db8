/** Sets a property of an object. Assigning to the name `__proto__` would set the prototype instead. */
export function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}
