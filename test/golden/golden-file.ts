import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CASES = '.cases.txt';
const CASE = '## ';

/** The cases of a subject, one on each line; lines with `#` are headings, and empty lines are ignored. */
function casesOf(folder: string, subject: string): string[] {
  const lines = readFileSync(join(folder, `${subject}${CASES}`), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** The contents of a golden file, by the line of the case. */
function expectedOf(path: string): ReadonlyMap<string, string> {
  const sections = readFileSync(path, 'utf8').split(`\n${CASE}`).slice(1);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end + 1).trimEnd()] as const;
    }),
  );
}

const HEAD = 'Generated from the cases beside this file with UPDATE_GOLDEN=1. Review every difference.\n';

function write(path: string, rendered: ReadonlyMap<string, string>): void {
  const sections = Array.from(rendered, ([line, text]) => `\n${CASE}${line}\n${text}\n`);
  writeFileSync(path, `${HEAD}${sections.join('')}`);
}

/**
 * Tests that each line in a folder's tables of cases renders as in the golden file of its subject, and that the golden
 * files contain no others. With `UPDATE_GOLDEN=1` the files are rewritten instead.
 */
export function golden(folder: string, render: (line: string) => string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(CASES)))
    goldenSubject(folder, file.slice(0, -CASES.length), render);
}

function goldenSubject(folder: string, subject: string, render: (line: string) => string): void {
  const path = join(folder, `${subject}.golden.txt`);
  const cases = casesOf(folder, subject);
  if (process.env.UPDATE_GOLDEN === '1') write(path, new Map(cases.map((line) => [line, render(line)])));
  const expected = expectedOf(path);
  describe(subject, () => {
    it.each(cases.map((line) => [line]))('%s', (line) => {
      expect(render(line)).toBe(expected.get(line));
    });

    it('has the cases of its table, each once', () => {
      expect([...expected.keys()]).toEqual(cases);
    });
  });
}
