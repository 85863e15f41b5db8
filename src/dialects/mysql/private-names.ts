/** Names that the driver refuses to read, because it could not make them properties of an object. */
const PRIVATE = /^__(?:proto|(?:define|lookup)[GS]etter)__$/;

/** Takes the names of such columns from their descriptions: rows are lists of values, so no name is needed. */
export function clearPrivateNames(fields: readonly { name?: string }[]): void {
  for (const field of fields) if (field.name !== undefined && PRIVATE.test(field.name)) field.name = '';
}
