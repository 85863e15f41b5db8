const HIDDEN = '•••';

/** Patterns of secrets, whatever their origin; the first group is kept. */
const SECRETS: readonly RegExp[] = [
  /\beyJ[\w-]{5,2000}\.[\w-]{5,2000}\.[\w-]{0,500}/g,
  /\bok_[0-9A-Za-z]{20,}/g,
  /\bv1=[0-9a-f]{16,}/g,
  /(\b(?:Bearer|Basic)\s+)[\w.~+/=-]{6,}/gi,
  /(:\/\/)[^\s/@"'<>]{1,200}@/g,
  /(["']?[\w-]{0,40}(?:token|secret|passw(?:or)?d|api[_-]?key|authorization|cookie|signature)["']?\s{0,4}[:=]\s{0,4})(?:"[^"]{0,4000}"?|'[^']{0,4000}'?|[^\s&,;"'<>{}]{1,4000})/gi,
];

/** A text in which anything that looks like a token, a password or another secret is replaced, cut to a length. */
export function redacted(text: string, most: number): string {
  // The text is cut first, so that a long text costs no more than a short one. The spare part is longer than any secret
  // that the cut could split.
  let safe = text.slice(0, most + SPARE);
  for (const pattern of SECRETS) safe = safe.replace(pattern, (_whole, kept) => `${asKept(kept)}${HIDDEN}`);
  return safe.length > most ? `${safe.slice(0, most - 1)}…` : safe;
}

const SPARE = 500;

/** For a pattern without a group, the second argument of a replacer is the offset. */
const asKept = (given: unknown): string => (typeof given === 'string' ? given : '');
