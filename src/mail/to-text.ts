import { withoutEntities } from '../shared/entities.ts';

/** The plain text of an HTML mail, for readers that show no HTML: paragraphs become lines, links keep their address. */
export function toText(html: string): string {
  const text = HIDDEN.reduce(withoutElements, html)
    .replace(/\s+/g, ' ')
    .replace(
      /<a\b[^<>]{0,1000}\bhref="([^"<>]{0,2000})"[^<>]{0,1000}>(.{0,2000}?)<\/a>/gi,
      (_, url: string, label: string) => (stripped(label) === url ? url : `${label} (${url})`),
    )
    .replace(/<(?:br|hr|\/p|\/div|\/h\d|\/li|\/tr|\/table)\b[^<>]*>/gi, '\n')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<[^<>]*>/g, '');
  return withoutEntities(text)
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Elements that are never displayed. */
const HIDDEN = ['head', 'style', 'script'];

/** Removes the elements of a name; an unclosed one stays. */
function withoutElements(html: string, name: string): string {
  const lower = html.toLowerCase();
  let kept = '';
  let at = 0;
  for (let begin = lower.indexOf(`<${name}`); begin >= 0; begin = lower.indexOf(`<${name}`, begin + 1)) {
    if (begin < at || /[\w-]/.test(lower[begin + name.length + 1] ?? '')) continue;
    const end = lower.indexOf(`</${name}>`, begin);
    if (end < 0) break;
    kept += html.slice(at, begin);
    at = end + name.length + 3;
  }
  return kept + html.slice(at);
}

const stripped = (html: string): string => html.replace(/<[^<>]*>/g, '').trim();
