const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const LINES = /\r\n|[\n\r\u2028\u2029]/;
/** Characters that no source file should hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text as a TypeScript literal. */
export function literal(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${json.replace(CONTROLS, escaped).replace(/[\u2028\u2029]/g, escaped)}'`;
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A name as a member of a type. */
export const member = (name: string): string => (IDENTIFIER.test(name) && name !== '__proto__' ? name : literal(name));

/** Literals joined to a union; `never` if there are none. */
export const unionOf = (names: readonly string[]): string => names.map(literal).join(' | ') || 'never';

/**
 * A note as a comment before a member, with its line break; nothing if there is no note. The note can neither end the
 * comment nor contain a directive or a tag.
 */
export function comment(note: string | null, indent: string): string {
  const lines = (note ?? '')
    .split(LINES)
    .map((line) =>
      line
        .replace(CONTROLS, '')
        .replaceAll('*/', '*\\/')
        .replace(/^[\s*/]*@/, '\\@')
        .trim(),
    )
    .filter((line) => line !== '');
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
