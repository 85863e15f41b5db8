/** Whether a value is neither missing, nor null, nor an empty text. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
