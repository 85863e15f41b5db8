const SEPARATOR = ' · ';

/** Titles the window by what it shows, from the nearest to the farthest: `Ada · Authors`. Empty parts are left out. */
export function titleWindow(...parts: readonly (string | null | undefined)[]): void {
  document.title = parts.filter(Boolean).join(SEPARATOR);
}
