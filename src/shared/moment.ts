const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** A moment with its time zone, such as `2026-12-31T23:59:00Z`, in milliseconds since 1970; NaN for any other text. */
export const momentIn = (text: string): number => (MOMENT.test(text) ? Date.parse(text) : Number.NaN);
