import { literal, quoted, written } from '../../list/code.ts';
import { addressOf, type Ready } from './draft.ts';
import { partsOf } from './form.ts';

/** The languages in which a request can be copied. */
export const LANGUAGES = ['curl', 'fetch', 'client'] as const;
export type CodeLanguage = (typeof LANGUAGES)[number];

/** A request as source code. The token is always a variable. */
export function codeOf(language: CodeLanguage, base: string, ready: Ready): string {
  if (language === 'curl') return curlOf(base, ready);
  return language === 'fetch' ? fetchOf(base, ready) : clientOf(base, ready);
}

function curlOf(base: string, ready: Ready): string {
  const { method, body } = ready;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(base + addressOf(ready))}`,
    // Without this, braces and brackets of an address would be patterns.
    '--globoff',
    '-H "Authorization: Bearer $TOKEN"',
    ...(ready.file ? formFlags(ready) : bodyFlags(body)),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

const bodyFlags = (body: unknown): string[] =>
  body === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(body))}`];

/** Values are taken as they are, though they begin with an @; so are names of files that have commas or semicolons. */
function formFlags({ body, file }: Ready): string[] {
  const name = file?.file.name.replace(/["\\]/g, '\\$&');
  const flags = partsOf(body).map((part) => `--form-string ${quoted(part.join('='))}`);
  return [...flags, `-F ${quoted(`${file?.part}=@"${name}"`)}`];
}

/** The lines that make a form with a file out of a file of that name. */
function formLines({ body, file }: Ready): string {
  if (!file) return '';
  const parts = partsOf(body).map(([name, value]) => `form.append(${literal(name)}, ${literal(value)});\n`);
  return `const form = new FormData();
${parts.join('')}form.append(${literal(file.part)}, ${blobOf(file.file)}, ${literal(file.file.name)});
`;
}

const READ_FILE = "import { readFile } from 'node:fs/promises';\n";

const blobOf = ({ name, type }: File): string =>
  `new Blob([await readFile(${literal(name)})]${type === '' ? '' : `, { type: ${literal(type)} }`})`;

function fetchOf(base: string, ready: Ready): string {
  const { method, body, file } = ready;
  const type = body === undefined || file ? '' : ", 'Content-Type': 'application/json'";
  const init = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    `  headers: { Authorization: \`Bearer \${process.env.TOKEN}\`${type} },`,
    ...(file ? ['  body: form,'] : []),
    ...(body === undefined || file ? [] : [`  body: JSON.stringify(${written(body, '  ')}),`]),
  ];
  return `${file ? `${READ_FILE}\n` : ''}${formLines(ready)}const answer = await fetch(${literal(base + addressOf(ready))}, {
${init.join('\n')}
});
const { data } = await answer.json();
`;
}

function clientOf(base: string, ready: Ready): string {
  const { method, path, query, body, file } = ready;
  const options = query.length > 0 ? written(Object.fromEntries(query), '') : '{}';
  const sent = file ? 'form' : body === undefined ? null : written(body, '');
  const more = sent === null ? (query.length > 0 ? [options] : []) : [options, sent];
  return `${file ? READ_FILE : ''}import { octavo } from '@octavo/client';

const db = octavo(${literal(base)}, { token: process.env.TOKEN });
${formLines(ready)}const data = await db.request(${[literal(method), literal(path), ...more].join(', ')});
`;
}
