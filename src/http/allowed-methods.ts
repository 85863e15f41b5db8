/** Records which paths exist, to distinguish a wrong method from a wrong path. */
export class AllowedMethods {
  readonly #patterns: { readonly method: string; readonly segments: readonly string[] }[] = [];

  /** Adds a path with `:names` for its variable parts. */
  add(method: string, path: string): void {
    this.#patterns.push({ method, segments: path.split('/') });
  }

  /** The allowed methods of a path, in alphabetical order. */
  of(path: string): string[] {
    const segments = path.split('/');
    const methods = this.#patterns.flatMap((pattern) => (matches(pattern.segments, segments) ? pattern.method : []));
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort();
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
