import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './built.ts';

/** A TypeScript file of the server. */
export interface SourceFile {
  /** Path below `src`, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every source file below a folder of `src`, in alphabetical order. */
export function sourcesBelow(folder = ''): SourceFile[] {
  const names = readdirSync(join(ROOT, 'src', folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }));
}
