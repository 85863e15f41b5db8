import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { BUDGET } from './budget.ts';
import type { Preset, Presets } from './presets.ts';
import { formatNamed, formatOfFile, type Imaged, type ImageFormat, type Variant } from './variant.ts';

/** The query parameters that request an image in another form. */
export interface RequestedVariant {
  readonly key?: string | undefined;
  readonly w?: string | undefined;
  readonly h?: string | undefined;
  readonly f?: string | undefined;
  readonly q?: string | undefined;
  readonly format?: string | undefined;
}

type Box = Omit<Preset, 'key'>;

const NUMBERS = ['w', 'h', 'q'] as const;
const FORMATS = 'jpg, jpeg, png, webp, gif, avif';

/** Whether the original is requested, because there are no other parameters. */
export function asksForOriginal({ key, w, h, f, q }: RequestedVariant): boolean {
  return [key, w, h, f, q].every((value) => value === undefined);
}

/**
 * The requested variant of a file. A key takes precedence over everything else. If the project has no presets of its
 * own, any box is allowed. Error 12. (Contract, F-112 to F-118.)
 */
export function requestedVariant(asked: RequestedVariant, presets: Presets, file: Imaged): Omit<Variant, 'upright'> {
  const { width, height, fit, quality } =
    asked.key === undefined ? listedBox(asked, presets) : presetOf(asked.key, presets);
  requireBudget(width, height, quality);
  return { width, height, fit, quality, format: formatOf(asked, file) };
}

function presetOf(key: string, { all }: Presets): Box {
  const preset = all.findLast((entry) => entry.key === key);
  if (!preset) throw new ApiError('assetKeyUnknown');
  return preset;
}

function listedBox(asked: RequestedVariant, { all, open }: Presets): Box {
  const box = boxOf(asked);
  const listed = all.some(
    ({ width, height, fit, quality }) =>
      width === box.width && height === box.height && fit === asked.f && quality === box.quality,
  );
  if (!open && !listed) throw new ApiError('assetNotListed');
  return box;
}

function boxOf(asked: RequestedVariant): Box {
  const violations = new Violations();
  for (const name of NUMBERS) {
    const value = asked[name] ?? '';
    const blank = value === '' ? `${violation.blank} ` : '';
    if (blank || !isNumeric(value)) violations.add(name, `${blank}${violation.type('numeric')}`);
  }
  if (!asked.f) violations.add('f', violation.blank);
  violations.throwIfAny('assetParameters');
  return {
    width: Number(asked.w),
    height: Number(asked.h),
    quality: Number(asked.q),
    fit: asked.f === 'contain' ? 'contain' : 'crop',
  };
}

const isNumeric = (text: string): boolean => /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text);

function requireBudget(width: number, height: number, quality: number): void {
  if (!(quality >= 0 && quality <= 100)) throw new ApiError('assetQuality');
  if (!Number.isInteger(quality))
    throw new ApiError('assetParameters', { violations: `q: ${violation.expected('a whole number')}` });
  const whole = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= BUDGET.side);
  if (!whole || width * height > BUDGET.resultPixels)
    throw new ApiError('assetSize', { side: BUDGET.side, pixels: BUDGET.resultPixels });
}

function formatOf({ key, format }: RequestedVariant, file: Imaged): ImageFormat {
  const own = formatOfFile(file);
  if (own === undefined) throw new ApiError('imageExtension');
  if (own === null) throw new ApiError('imageUnreadable');
  if (format === undefined || key !== undefined) return own;
  const wanted = formatNamed(format.toLowerCase());
  if (!wanted) throw new ApiError('assetFormat', { formats: FORMATS });
  return wanted;
}
