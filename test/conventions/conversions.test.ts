import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ROOT } from '../support/built.ts';
import { tagTemplates } from '../support/source-tokens.ts';
import { sourcesBelow } from '../support/sources.ts';

/** The only file that may convert any value, because it checks the value first. */
const EXCEPT = 'shared/text.ts';
const STRICT = `type Single = string | number | bigint | boolean | null | undefined | Uint8Array | Date;
declare function $String(value: Single): string;
declare function $Number(value: Single): number;
interface ArrayConstructor { isArray(value: unknown): value is unknown[] }
interface Array<T> { readonly $join: T extends Single ? (separator?: string) => string : never }
interface ReadonlyArray<T> { readonly $join: T extends Single ? (separator?: string) => string : never }
declare function $Text(strings: TemplateStringsArray, ...values: readonly (Single | URL | URLSearchParams | readonly string[])[]): any;
`;

const copy = mkdtempSync(join(ROOT, '.conversions-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Compiles a copy of the sources in which conversions accept only primitive values: an object that a client sends may
 * have a `toString` of its own, and calling it throws. Values of unknown type go through `asText` and `asNumber`, names
 * and tokens through `requireText`.
 */
it('no value of unknown type is converted to text or a number by the language', () => {
  for (const { path, text } of sourcesBelow()) {
    const file = join(copy, 'src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, path === EXCEPT ? text : strict(text));
  }
  writeFileSync(join(copy, 'src', 'strict.d.ts'), STRICT);
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as Record<string, object>;
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', copy, '--pretty', 'false'], { encoding: 'utf8' });
  expect(stdout.split('\n').filter((line) => line.includes('error'))).toEqual([]);
}, 120_000);

function strict(text: string): string {
  const converting = text.replace(/(?<![\w.$])(String|Number)\(/g, '$$$1(').replaceAll('.join(', '.$join(');
  return tagTemplates(converting, '$Text');
}
