/** A content coding that files are kept in, besides the plain one. */
export interface Coding {
  readonly name: 'br' | 'gzip';
  /** The ending of the names of such files. */
  readonly ending: string;
}

/** Best first. */
const CODINGS: readonly Coding[] = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** Returns the codings that an `Accept-Encoding` header accepts, best first. (RFC 9110, section 12.5.3.) */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  const weights = new Map((header ?? '').split(',').map(weightOf));
  return CODINGS.filter(({ name }) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

function weightOf(entry: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}
