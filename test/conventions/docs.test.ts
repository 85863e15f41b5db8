import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorEntry } from '../../src/errors/catalogue.ts';
import { operators } from '../../src/query/operators.ts';
import { ROOT } from '../support/built.ts';
import { section, table } from '../support/doc-table.ts';

const code = (text: string): string => `\`${text}\``;

describe('docs/api.md', () => {
  it('lists every filter operator', () => {
    const rows = operators.map(({ name, aliases, help }) => [[name, ...aliases].map(code).join(', '), help]);
    const wanted = table(['Operator', 'Meaning'], rows);
    expect(section('docs/api.md', 'operators', wanted)).toBe(wanted);
  });

  it('lists every error of the catalogue', () => {
    const entries: ErrorEntry[] = Object.values(catalogue);
    const sorted = entries.toSorted((a, b) => (a.code ?? -1) - (b.code ?? -1) || a.status - b.status);
    const rows = sorted.map(({ code: number, status, message }) => [String(number ?? 'null'), String(status), message]);
    const wanted = table(['Code', 'Status', 'Message'], rows);
    expect(section('docs/api.md', 'errors', wanted)).toBe(wanted);
  });
});

describe('every document', () => {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const documents = [...top, ...below.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];

  it.each(documents)('%s links to files that are there', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target);
    const missing = targets.filter((target) => !existsSync(join(ROOT, dirname(document), target)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s names source files that are there', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+\.\w+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});
