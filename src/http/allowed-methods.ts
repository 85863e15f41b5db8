/** Remembers which paths exist, to tell a wrong method from a wrong path. */
export class AllowedMethods {
  readonly #patterns: { readonly method: string; readonly segments: readonly string[] }[] = [];

  /** Adds a path with `:names` for its variable parts. */
  add(method: string, path: string): void {
    this.#patterns.push({ method, segments: path.split('/') });
  }

  /** Whether some other method is allowed on a path. */
  knows(path: string): boolean {
    const segments = path.split('/');
    return this.#patterns.some((pattern) => matches(pattern.segments, segments));
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
