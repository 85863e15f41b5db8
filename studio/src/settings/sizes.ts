/** A size in which images can be requested. */
export interface Size {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly fit: 'contain' | 'crop';
  readonly quality: number;
}

/** The sizes in a setting; invalid ones are left out, as on the server. */
export function sizesOf(text: string): readonly Size[] {
  try {
    const list: unknown = JSON.parse(text === '' ? '[]' : text);
    return Array.isArray(list) ? list.filter(isObject).map(sizeOf) : [];
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sizeOf = ({ key, width, height, fit, quality }: Readonly<Record<string, unknown>>): Size => ({
  key: typeof key === 'string' ? key : '',
  width: Number(width),
  height: Number(height),
  fit: fit === 'contain' ? 'contain' : 'crop',
  quality: Number(quality),
});

/** Sizes in their stored form; an empty text for none. */
export const textOfSizes = (sizes: readonly Size[]): string => (sizes.length === 0 ? '' : JSON.stringify(sizes));

const MAX_PIXELS = 10_000;
const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

/** What is wrong with a size, by the name of its part. */
export function faultsOfSize({ key, width, height, quality }: Size): readonly string[] {
  return [
    ...(/^[\w-]{1,64}$/.test(key) ? [] : ['key']),
    ...(isWhole(width, 1, MAX_PIXELS) ? [] : ['width']),
    ...(isWhole(height, 1, MAX_PIXELS) ? [] : ['height']),
    ...(isWhole(quality, 0, 100) ? [] : ['quality']),
  ];
}

/** What is wrong with the sizes of a setting: invalid parts, and duplicate names. */
export function sizeFaults(text: string): readonly string[] {
  const sizes = sizesOf(text);
  const names = sizes.map(({ key }) => key);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...sizes.flatMap(faultsOfSize), ...twice];
}

/** The box in which a size is shown: in full, or scaled down. */
export function shownBox({ width, height }: Pick<Size, 'width' | 'height'>, most: number): { w: number; h: number } {
  const scale = Math.min(1, most / Math.max(width, height, 1));
  return { w: Math.max(1, Math.round(width * scale)), h: Math.max(1, Math.round(height * scale)) };
}
