import { safeImage, safeLink } from '../safe-url.ts';

/** A part of a line of Markdown. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly parts: readonly Inline[] }
  | { readonly kind: 'image'; readonly url: string; readonly text: string };

/** Longer lines are plain text: nobody writes them, and searching them for marks would take long. */
const MAX_LENGTH = 20_000;
const MAX_DEPTH = 6;
const MARKS = [
  ['***', 'strong'],
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
] as const;
const LINK =
  /^!?\[((?:\\.|[^[\]\\\n]|\[[^[\]\n]*\])*)\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/;
const BARE = /^(?:<((?:https?:\/\/|mailto:)[^\s<>]+)>|(https?:\/\/[^\s<>()[\]]*[^\s<>()[\].,;:!?'"]))/i;

/** Parses the marks inside of a paragraph. Addresses that could run scripts are left out; their text stays. */
export function parseInline(text: string, depth = 0): readonly Inline[] {
  if (text.length > MAX_LENGTH || depth > MAX_DEPTH) return [{ kind: 'text', text }];
  const parts: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const found = /[\\`*_~![<\nh]/.test(text.charAt(at)) ? partAt(text, at, depth) : null;
    if (!found) {
      plain += text.charAt(at++);
      continue;
    }
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push(found[0]);
    at = found[1];
  }
  return plain === '' ? parts : [...parts, { kind: 'text', text: plain }];
}

type Found = readonly [Inline, number];

function partAt(text: string, at: number, depth: number): Found | null {
  const letter = text.charAt(at);
  if (letter === '\\') return escapeAt(text, at);
  if (letter === '`') return codeAt(text, at);
  if (letter === '\n') return breakAt(text, at);
  if (letter === '!' || letter === '[') return linkAt(text, at, depth);
  if (letter === '<' || letter === 'h') return bareAt(text, at);
  return markAt(text, at, depth);
}

function escapeAt(text: string, at: number): Found | null {
  const next = text.charAt(at + 1);
  if (next === '\n') return [{ kind: 'break' }, at + 2];
  return /[!-/:-@[-`{-~]/.test(next) ? [{ kind: 'text', text: next }, at + 2] : null;
}

function codeAt(text: string, at: number): Found | null {
  const mark = /^`+/.exec(text.slice(at, at + 20))?.[0] ?? '`';
  const end = text.indexOf(mark, at + mark.length);
  return end < 0
    ? null
    : [
        {
          kind: 'code',
          text: text
            .slice(at + mark.length, end)
            .replace(/\n/g, ' ')
            .trim(),
        },
        end + mark.length,
      ];
}

const breakAt = (text: string, at: number): Found | null =>
  text.slice(Math.max(at - 2, 0), at) === '  ' ? [{ kind: 'break' }, at + 1] : null;

function linkAt(text: string, at: number, depth: number): Found | null {
  const match = LINK.exec(text.slice(at, at + 4000));
  if (!match) return null;
  const [whole, label = '', url = ''] = match;
  const end = at + whole.length;
  if (whole.startsWith('!')) {
    const source = safeImage(url);
    return [source ? { kind: 'image', url: source, text: label } : { kind: 'text', text: label }, end];
  }
  const link = safeLink(url);
  const parts = parseInline(label, depth + 1);
  return [link === null ? { kind: 'text', text: label } : { kind: 'link', url: link, parts }, end];
}

function bareAt(text: string, at: number): Found | null {
  if (text.charAt(at) === 'h' && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return null;
  const match = BARE.exec(text.slice(at, at + 2000));
  if (!match) return null;
  const url = match[1] ?? match[2] ?? '';
  return [{ kind: 'link', url, parts: [{ kind: 'text', text: url }] }, at + match[0].length];
}

function markAt(text: string, at: number, depth: number): Found | null {
  for (const [mark, kind] of MARKS) {
    if (!text.startsWith(mark, at) || /\s|^$/.test(text.charAt(at + mark.length))) continue;
    if (mark.startsWith('_') && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) continue;
    const end = closing(text, at + mark.length, mark);
    if (end < 0) continue;
    const parts = parseInline(text.slice(at + mark.length, end), depth + 1);
    const inner: Inline = { kind, parts };
    return [mark === '***' ? { kind: 'em', parts: [inner] } : inner, end + mark.length];
  }
  return null;
}

/** Where a mark ends: not after a space, and for single marks not within double ones. */
function closing(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from), tries = 0; at >= 0 && tries < 50; at = text.indexOf(mark, at + 1), tries++) {
    const isDouble = mark.length === 1 && (text.charAt(at + 1) === mark || text.charAt(at - 1) === mark);
    const isInside = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(text.charAt(at + mark.length));
    if (at > from && !/\s/.test(text.charAt(at - 1)) && !isDouble && !isInside) return at;
  }
  return -1;
}
