import { literal, quoted, written } from '../../list/code.ts';
import { addressOf, type Ready } from './draft.ts';

/** The languages in which a request can be taken along. */
export const LANGUAGES = ['curl', 'fetch', 'client'] as const;
export type CodeLanguage = (typeof LANGUAGES)[number];

/** A request as source text. The token is a variable's, whoever is signed in. */
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
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(body))}`]),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

function fetchOf(base: string, ready: Ready): string {
  const { method, body } = ready;
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'";
  const init = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    `  headers: { Authorization: \`Bearer \${process.env.TOKEN}\`${type} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${written(body, '  ')}),`]),
  ];
  return `const answer = await fetch(${literal(base + addressOf(ready))}, {
${init.join('\n')}
});
const { data } = await answer.json();
`;
}

function clientOf(base: string, { method, path, query, body }: Ready): string {
  const options = query.length > 0 ? written(Object.fromEntries(query), '') : '{}';
  const more = body === undefined ? (query.length > 0 ? [options] : []) : [options, written(body, '')];
  return `import { octavo } from '@octavo/client';

const db = octavo(${literal(base)}, { token: process.env.TOKEN });
const data = await db.request(${[literal(method), literal(path), ...more].join(', ')});
`;
}
