/** A point on the earth. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** The point of a stored value: an object, or its JSON text; null for none. */
export function pointOf(value: unknown): Point | null {
  const found = typeof value === 'string' ? parsed(value) : value;
  if (typeof found !== 'object' || found === null) return null;
  const row = found as Readonly<Record<string, unknown>>;
  const [lat, lng] = [row.lat ?? row.latitude, row.lng ?? row.lon ?? row.longitude].map(asNumber);
  return isOnEarth(lat, lng) ? { lat: lat as number, lng: lng as number } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const asNumber = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
const isOnEarth = (lat = Number.NaN, lng = Number.NaN): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

const PART = String.raw`([NS])?\s*([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['′]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*["″]\s*)?)?([NSEWO])?`;
const PAIR = new RegExp(`^\\s*${PART}\\s*[,;\\s]\\s*${PART.replace('[NS]', '[EWO]')}\\s*$`, 'i');

/** Coordinates as people type or paste them: `41.15, -8.61`, `41,15; -8,61`, `41°9'N 8°36'W`; null for anything else. */
export function parseCoordinates(text: string): Point | null {
  const match = PAIR.exec(text.replace(/[\u2212\u2013]/g, '-').slice(0, 80));
  if (!match) return null;
  const [lat, lng] = [degrees(match.slice(1, 6)), degrees(match.slice(6, 11))];
  return isOnEarth(lat, lng) ? { lat, lng } : null;
}

function degrees([before, whole = '', minutes, seconds, after]: readonly (string | undefined)[]): number {
  const of = (part: string | undefined): number => Number((part ?? '0').replace(',', '.'));
  const size = Math.abs(of(whole)) + of(minutes) / 60 + of(seconds) / 3600;
  const isNegative = whole.startsWith('-') || /[SW]/i.test(after ?? before ?? '');
  return rounded(isNegative ? -size : size);
}

/** A coordinate rounded to 11 cm, which is more exact than a click. */
export const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A point in the form of its field. Other members of a stored object stay. */
export function storedPoint({ lat, lng }: Point, stored: unknown, isText: boolean): unknown {
  const rest = typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {};
  const value = { ...rest, lat, lng };
  return isText ? JSON.stringify(value) : value;
}
