/** Whether an engine's databases are local files; needed where an address is read before its dialect is loaded. */
export function isEmbedded(engine: unknown): boolean {
  return engine === 'sqlite';
}

/** Whether a text is a valid name of an embedded database: it becomes part of a file name and must not be a path. */
export function isEmbeddedName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}
