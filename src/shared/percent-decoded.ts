/** A percent-encoded text as it was before; undefined where it cannot be decoded. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
