/** How long a `Retry-After` header asks to wait, in milliseconds; null without a valid one. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const moment = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}
