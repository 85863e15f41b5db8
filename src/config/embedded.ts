/** Whether databases of an engine are files of this server: asked where an address is read, before a dialect is loaded. */
export function isEmbedded(engine: unknown): boolean {
  return engine === 'sqlite';
}

/** Whether a text can name an embedded database: it becomes part of a file's name, so it is never a path. */
export function isEmbeddedName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}
