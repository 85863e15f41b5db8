/**
 * A text in the form by which lists sort it; the C collation folds ASCII only. Sort indexes use the same expressions.
 */
export function sortKey(text: string, folded: boolean, isParameter = false): string {
  const exact = `${text}${isParameter ? '::text' : ''} COLLATE "C"`;
  return folded ? `lower(${exact})` : exact;
}
