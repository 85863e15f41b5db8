/** A text as lists sort it; the C collation folds ASCII only. Indexes for sorting have the same expressions. */
export function sortKey(text: string, folded: boolean, isParameter = false): string {
  const exact = `${text}${isParameter ? '::text' : ''} COLLATE "C"`;
  return folded ? `lower(${exact})` : exact;
}
