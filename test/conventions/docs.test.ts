import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorEntry } from '../../src/errors/catalogue.ts';
import { operators } from '../../src/query/operators.ts';
import { type Datatype, datatypes, type Kind } from '../../src/schema/datatypes.ts';
import { fieldTypes } from '../../src/schema/field-types/all.ts';
import { ROOT } from '../support/built.ts';
import { rowsOf, section, table } from '../support/doc-table.ts';
import { adviceOn } from '../support/error-advice.ts';

const code = (text: string): string => `\`${text}\``;

describe('docs/api.md', () => {
  it('lists every filter operator', () => {
    const rows = operators.map(({ name, aliases, help }) => [[name, ...aliases].map(code).join(', '), help]);
    const wanted = table(['Operator', 'Meaning'], rows);
    expect(section('docs/api.md', 'operators', wanted)).toBe(wanted);
  });

  it('lists every error of the catalogue, with what to do about it', () => {
    const entries: [string, ErrorEntry][] = Object.entries(catalogue);
    const sorted = entries.toSorted(([, a], [, b]) => (a.code ?? -1) - (b.code ?? -1) || a.status - b.status);
    const rows = sorted.map(([name, entry]) => {
      const { code: number, status, message } = entry;
      return [String(number ?? 'null'), String(status), message, adviceOn(name, entry)];
    });
    expect(rows.filter(([, , , advice]) => advice === '')).toEqual([]);
    const wanted = table(['Code', 'Status', 'Message', 'What to do'], rows);
    expect(section('docs/api.md', 'errors', wanted)).toBe(wanted);
  });
});

const HOLDS: Readonly<Record<Kind, string>> = {
  integer: 'a whole number',
  bigint: 'a whole number, answered as text',
  decimal: 'an exact number',
  float: 'an approximate number',
  text: 'text',
  choice: 'one of the members',
  date: 'a day',
  time: 'a time of day',
  datetime: 'a moment',
  binary: 'bytes',
  json: 'JSON text',
};

describe('docs/design-your-data.md', () => {
  const lengthOf = ({ length, defaultLength }: Datatype): string => {
    if (length === 'required') return 'needed';
    if (length === 'refused') return 'none';
    return defaultLength === undefined ? 'optional' : `optional: ${defaultLength}`;
  };
  const holds = (name: string, { kind, bytes, bounds }: Datatype): string => {
    if (name === 'SET') return 'some of the members';
    if (bounds) return `${HOLDS[kind]} from ${bounds.join(' to ')}, or 0`;
    return bytes === undefined ? HOLDS[kind] : `${HOLDS[kind]}, ${bytes} byte${bytes > 1 ? 's' : ''}`;
  };

  it('lists every datatype, with other names where it has any', () => {
    const synonyms = (name: string): string[] =>
      Object.keys(datatypes).filter((other) => datatypes[other]?.synonymOf === name);
    const rows = Object.entries(datatypes)
      .filter(([, { synonymOf }]) => synonymOf === undefined)
      .map(([name, entry]) => [code(name), synonyms(name).map(code).join(', '), lengthOf(entry), holds(name, entry)]);
    const wanted = table(['Datatype', 'Also called', 'Length', 'Holds'], rows);
    expect(section('docs/design-your-data.md', 'datatypes', wanted)).toBe(wanted);
  });

  it('lists every field type, each with a datatype where it has a column', () => {
    const listed = rowsOf('docs/design-your-data.md', 'field-types').map(([name = '', , datatype = '']) => [
      name,
      datatype !== '',
    ]);
    const known = fieldTypes.map(({ name, column }) => [code(name), column]);
    expect(listed.toSorted()).toEqual(known.toSorted());
  });
});

describe('every document', () => {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const documents = [...top, ...below.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];

  it.each(documents)('%s links to existing files', (document) => {
    const missing = linksOf(document).filter(({ path }) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s links to existing headings', (document) => {
    const anchored = linksOf(document).filter(({ path, anchor }) => anchor !== '' && path.endsWith('.md'));
    expect(anchored.filter(({ path, anchor }) => !anchorsOf(path).includes(anchor))).toEqual([]);
  });

  it.each(documents)('%s names existing npm commands', (document) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = [...readFileSync(join(ROOT, document), 'utf8').matchAll(/npm run ([\w:]+)/g)];
    expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(documents)('%s names existing source files', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+\.\w+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});

interface Link {
  readonly path: string;
  /** Empty if the link leads to the complete document. */
  readonly anchor: string;
}

/** The links of a document to others in the repository, and within itself. */
function linksOf(document: string): Link[] {
  const targets = [...proseOf(document).matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)/g)];
  return targets.map(([, path = '', anchor = '']) => ({
    path: path === '' ? document : join(dirname(document), path),
    anchor,
  }));
}

/** The anchors of a document's headings, as on GitHub. */
function anchorsOf(document: string): string[] {
  const headings = [...proseOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const plain = headings.map((heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, ''));
  const anchors = plain.map((heading) => heading.trim().replaceAll(/\s/g, '-'));
  return anchors.map((anchor, index) => {
    const before = anchors.slice(0, index).filter((other) => other === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** A document without its examples. */
function proseOf(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
}
