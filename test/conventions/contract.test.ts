import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/errors/catalogue.ts';
import { operators } from '../../src/query/operators.ts';
import { datatypes } from '../../src/schema/datatypes.ts';
import { fieldTypes } from '../../src/schema/field-types/all.ts';
import { interfaceNames } from '../../src/schema/interfaces.ts';
import { ROOT } from '../support/built.ts';

const FOLDER = 'docs/contract';
const RULE = /\*\*([A-Z])-(\d+)\.\*\*/g;
const ID = /\b[A-Z]-\d+\b/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
/** One id, or a range, in a list whose last two elements are joined by "and"; a standard may follow. */
const CITATION = /^\(Contract, [A-Z]-\d+(?:(?:, | and | to )[A-Z]-\d+)*(?:; RFC \d+)?\.\)$/;
/** Documents that were never part of the repository. */
const FOREIGN = /\b(?:Facts of|Specification,|Decisions,|Client requests,)/i;

interface Rule {
  readonly page: string;
  readonly letter: string;
  readonly number: number;
}

const pages = readdirSync(join(ROOT, FOLDER)).filter((name) => name !== 'README.md');
const rules = pages.flatMap(rulesOf);
const ids = rules.map(idOf);
const known: ReadonlySet<string> = new Set(ids);

describe('docs/contract', () => {
  it('has every rule once', () => {
    expect(rules.length).toBeGreaterThan(600);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(pages)('%s has its rules in ascending order', (page) => {
    const own = rules.filter((rule) => rule.page === page);
    expect(own.map(idOf)).toEqual(own.toSorted((a, b) => a.number - b.number).map(idOf));
  });

  it.each(pages)('%s has one prefix, which it and the list of pages name', (page) => {
    const letters = new Set(rules.filter((rule) => rule.page === page).map(({ letter }) => letter));
    const [letter = ''] = letters;
    expect(letters.size).toBe(1);
    expect(textOf(page)).toContain(`The prefix of this page is **${letter}**.`);
    expect(textOf('README.md')).toMatch(new RegExp(`^\\| ${letter} \\| \\[[^\\]]+\\]\\(${page}\\)`, 'm'));
  });

  it.each([...pages, 'README.md'])('%s refers to rules that exist', (page) => {
    expect(unknownIn(textOf(page))).toEqual([]);
  });

  it('lists every pair of code and status, and no other', () => {
    const pairs = Object.values(catalogue).map(({ code, status }) => `${code} ${status}`);
    expect(pairsListed().toSorted()).toEqual([...new Set(pairs)].toSorted());
  });

  it('lists every filter operator, type, datatype and interface', () => {
    const queries = textOf('queries.md');
    const names = operators.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(names.filter((name) => !queries.includes(`\`${name}\``))).toEqual([]);
    const schema = textOf('schema.md');
    const words = [...fieldTypes.map(({ name }) => name), ...Object.keys(datatypes), ...interfaceNames];
    expect(words.filter((word) => !schema.includes(`\`${word}\``))).toEqual([]);
  });
});

describe('comments of src and test', () => {
  const comments = ['src', 'test'].flatMap(commentsBelow);

  it('cite rules of the contract that exist', () => {
    const citations = comments.flatMap(({ path, text }) => citationsIn(text).map((citation) => ({ path, citation })));
    expect(citations.length).toBeGreaterThan(150);
    expect(citations.filter(({ citation }) => !CITATION.test(citation) || unknownIn(citation).length > 0)).toEqual([]);
  });

  it('cite no document that is missing from the repository', () => {
    expect(comments.filter(({ text }) => FOREIGN.test(text))).toEqual([]);
  });
});

function textOf(page: string): string {
  return readFileSync(join(ROOT, FOLDER, page), 'utf8');
}

function rulesOf(page: string): Rule[] {
  return Array.from(textOf(page).matchAll(RULE), ([, letter = '', number]) => ({
    page,
    letter,
    number: Number(number),
  }));
}

function idOf({ letter, number }: Rule): string {
  return `${letter}-${number}`;
}

function unknownIn(text: string): string[] {
  return (text.match(ID) ?? []).filter((id) => !known.has(id));
}

/** The pairs in the tables of errors. A row may have several codes, or several statuses. */
function pairsListed(): string[] {
  const rows = textOf('errors.md').matchAll(/^\| \*\*E-\d+\.\*\* \| ([^|]+) \| ([^|]+) \|/gm);
  return Array.from(rows).flatMap(([, codes = '', statuses = '']) =>
    codes.split(', ').flatMap((code) => statuses.split(', ').map((status) => `${code} ${status}`)),
  );
}

interface Comment {
  readonly path: string;
  /** Without line breaks and the asterisks at the beginning of lines. */
  readonly text: string;
}

/** The TypeScript comments below a folder, except those of this file. */
function commentsBelow(folder: string): Comment[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
  return paths
    .filter((path) => !path.endsWith('contract.test.ts'))
    .flatMap((path) =>
      (readFileSync(join(ROOT, path), 'utf8').match(COMMENT) ?? []).map((comment) => ({
        path,
        text: comment.replaceAll(/\s*\n\s*\*?\s*/g, ' '),
      })),
    );
}

function citationsIn(text: string): string[] {
  return text.match(/\(Contract\b[^)]*\)/g) ?? [];
}
