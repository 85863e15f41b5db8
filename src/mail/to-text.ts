import { withoutEntities } from '../shared/entities.ts';

/** The plain text of an HTML mail, for readers that show no HTML: paragraphs become lines, links keep their address. */
export function toText(html: string): string {
  const text = html
    .replace(/<(head|style|script)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gi, (_, url: string, label: string) =>
      stripped(label) === url ? url : `${label} (${url})`,
    )
    .replace(/<(?:br|hr|\/p|\/div|\/h\d|\/tr|\/table)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  return withoutEntities(text)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const stripped = (html: string): string => html.replace(/<[^>]*>/g, '').trim();
