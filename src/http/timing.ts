/** Measures the stages of a request for the `Server-Timing` header and the log. */
export class Timing {
  readonly #stages: [name: string, milliseconds: number][] = [];
  readonly #start = performance.now();
  #last = this.#start;

  /** Ends a stage, which began when the previous one ended. */
  mark(stage: string): void {
    const now = performance.now();
    this.#stages.push([stage, now - this.#last]);
    this.#last = now;
  }

  /** Milliseconds since the request began. */
  get total(): number {
    return performance.now() - this.#start;
  }

  /** The stages as a `Server-Timing` header shows them. */
  toString(): string {
    let text = '';
    for (const [name, milliseconds] of this.#stages)
      text += `${text === '' ? '' : ', '}${name};dur=${milliseconds.toFixed(2)}`;
    return text;
  }
}

/**
 * Hints as entries of `Server-Timing`, to follow other entries. Characters that a quoted string cannot contain become
 * question marks. (Contract, R-67.)
 */
export function adviceOf(hints: ReadonlySet<string> | undefined): string {
  if (!hints || hints.size === 0) return '';
  return Array.from(hints, (text) => `, hint;desc="${text.replace(/[^ !#-[\]-~]/gu, '?')}"`).join('');
}
