import type { JsonForm } from '../../schema/stored.ts';
import type { PrintedMember } from '../printer.ts';
import { literal } from './quoting.ts';

const MAX_ARGUMENTS = 100;
/** Longer chains of conditions are nested, because the depth of expressions is limited. */
const MAX_JOINED = 100;

const isInteger = (value: string): string =>
  `(${value} IS NULL OR typeof(${value}) = 'integer' AND ${value} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER})`;
const isText = (value: string): string => `typeof(${value}) IN ('text', 'null')`;

/** For each form, the test that a value must pass, since any column may hold any value, and its JSON text. */
const FORMS: Readonly<Record<JsonForm, { test(value: string): string; text(value: string): string }>> = {
  integer: { test: isInteger, text: (value) => `ifnull(${value}, 'null')` },
  text: { test: isText, text: (value) => `json_quote(${value})` },
  truth: { test: isInteger, text: (value) => `CASE WHEN ${value} <> 0 THEN 'true' ELSE 'false' END` },
  list: {
    test: isText,
    text: (value) =>
      `CASE WHEN ${value} <> '' THEN concat('[', replace(json_quote(${value}), ',', '","'), ']') ELSE '[]' END`,
  },
};

/** The JSON text of an object, as `JSON.stringify` writes it; null if a value does not have its form. */
export function objectText(members: readonly PrintedMember[]): string {
  const tests = members.map(({ form, value }) => FORMS[form].test(value));
  return `CASE WHEN ${allOf(tests)} THEN ${joined(partsOf(members))} END`;
}

function partsOf(members: readonly PrintedMember[]): string[] {
  const parts = members.flatMap(({ name, form, value }, index) => [
    literal(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    FORMS[form].text(value),
  ]);
  return [...parts, literal('}')];
}

function joined(parts: readonly string[]): string {
  return inPieces(parts, MAX_ARGUMENTS)
    .map((piece) => `concat(${piece.join(', ')})`)
    .join(' || ');
}

function allOf(tests: readonly string[]): string {
  return inPieces(tests, MAX_JOINED)
    .map((piece) => `(${piece.join(' AND ')})`)
    .join(' AND ');
}

function inPieces<T>(list: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
