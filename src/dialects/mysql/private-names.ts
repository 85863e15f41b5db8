/** Column names that the driver refuses, because they cannot safely be properties of an object. */
const PRIVATE = /^__(?:proto|(?:define|lookup)[GS]etter)__$/;

/** Removes such names from the descriptions of columns. No names are needed, because rows are lists of values. */
export function clearPrivateNames(fields: readonly { name?: string }[]): void {
  for (const field of fields) if (field.name !== undefined && PRIVATE.test(field.name)) field.name = '';
}
