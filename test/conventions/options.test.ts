import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionTable, usageOf } from '../../src/config/options.ts';
import { builtMain, ROOT } from '../support/built.ts';
import { section, table } from '../support/doc-table.ts';

const entries = Object.values(optionTable);
const code = (text: string): string => (text === '' ? 'none' : `\`${text}\``);

describe('every option', () => {
  it('is listed in docs/configuration.md', () => {
    const rows = entries.map((entry) => [code(usageOf(entry)), code(entry.variable), code(entry.fallback), entry.help]);
    const wanted = table(['Flag', 'Variable', 'Default', 'Meaning'], rows);
    expect(section('docs/configuration.md', 'options', wanted)).toBe(wanted);
  });

  it('is listed in serve --help, with its variable', () => {
    const { stdout } = spawnSync(process.execPath, [builtMain(), 'serve', '--help'], { encoding: 'utf8' });
    const words = new Set(stdout.split(/[\s()]+/));
    expect(entries.flatMap(({ flag, variable }) => [flag, variable]).filter((word) => !words.has(word))).toEqual([]);
  });

  it('has its default in serve --help, unless that is nothing', () => {
    const { stdout } = spawnSync(process.execPath, [builtMain(), 'serve', '--help'], { encoding: 'utf8' });
    const help = stdout.replaceAll(/\s+/g, ' ');
    const said = entries.map(({ variable, fallback }) =>
      fallback === '' ? `(${variable}) -` : `(${variable}) (default: ${fallback})`,
    );
    expect(said.filter((text) => !help.includes(text))).toEqual([]);
  });

  it('is linked to from the README', () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('](docs/configuration.md)');
  });
});
