import { number } from '../../i18n/messages.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes, as people read it: 1.4 MB. */
export function bytes(count: number): string {
  if (!Number.isFinite(count)) return '—';
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(Math.abs(count), 1)) / 3), 0), UNITS.length - 1);
  return number(count / 1000 ** step, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  });
}
