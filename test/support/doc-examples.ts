import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './built.ts';

/** The examples of a document that begin with a file name, by that name. */
export function examplesOf(document: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const found = [...text.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)];
  return new Map(found.map(([, name = '', code = '']) => [name, code]));
}
