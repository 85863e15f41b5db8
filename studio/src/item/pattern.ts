/** The parts of a regular expression as schemas write it. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const TIME_LIMIT_MS = 250;

/** Parses a pattern with delimiters and flags, `/^[a-z]+$/i`; null for one that this browser would interpret differently. */
export function parsePattern(text: string): Pattern | null {
  const open = text.trim().charAt(0);
  if (!/[^\w\s\\]/.test(open)) return null;
  const end = text.lastIndexOf(CLOSING[open] ?? open);
  if (end < 1) return null;
  const flags = text.slice(end + 1).trim();
  if (/[^imsu]/.test(flags)) return null;
  const pattern = { source: text.trim().slice(1, end), flags };
  return isReadable(pattern) ? pattern : null;
}

function isReadable({ source, flags }: Pattern): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * Whether a text matches a pattern: tested in a worker, since a pattern can take forever. True if it takes too long or cannot
 * be parsed: then the server decides.
 */
export async function matches(pattern: string, text: string): Promise<boolean> {
  const parsed = parsePattern(pattern);
  return parsed === null || inWorker(parsed, text);
}

function inWorker(pattern: Pattern, text: string): Promise<boolean> {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (answer: boolean): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<'ready' | boolean>) => {
      if (data !== 'ready') return end(data);
      timer = setTimeout(() => end(true), TIME_LIMIT_MS);
      worker.postMessage({ ...pattern, text });
    };
    worker.onerror = () => end(true);
  });
}
