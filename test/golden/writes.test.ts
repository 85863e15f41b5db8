import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { golden } from './golden-file.ts';
import { renderWrite } from './render-write.ts';

const FOLDER = join(import.meta.dirname, 'writes');

golden(FOLDER, renderWrite);

it('no record contains a hash or its plain value', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.golden.txt'));
  const lines = files.flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'));
  const records = lines.filter((line) => line.startsWith('record '));
  expect(records.length).toBeGreaterThan(100);
  expect(records.filter((line) => /\[hash|abcdefgh/.test(line))).toEqual([]);
});
