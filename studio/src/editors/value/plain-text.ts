/** Long enough for a line; longer texts are cut before they are processed. */
const ENOUGH = 2000;
const SHOWN = 300;

/** The beginning of a text as one line. */
export function oneLine(text: string): string {
  const line = text.slice(0, ENOUGH).replace(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

/** The text of HTML as one line. The text is parsed by the browser into a document in which nothing loads or runs. */
export function wordsOfHtml(html: string): string {
  const cut = html.slice(0, ENOUGH).replace(/<(?:br|\/(?:p|div|li|h\d|td|tr))\b[^>]*>/gi, ' $&');
  const { body } = new DOMParser().parseFromString(cut, 'text/html');
  for (const element of body.querySelectorAll('script, style, template')) element.remove();
  return oneLine(body.textContent ?? '');
}

/** The text of Markdown as one line, without its marks. */
export const wordsOfMarkdown = (source: string): string =>
  oneLine(
    source
      .slice(0, ENOUGH)
      .replace(/^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+|```.*$)/gm, '')
      .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
      .replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
      .replace(/(^|[\s(])[*_](\S(?:.*?\S)?)[*_](?=$|[\s).,;:!?])/g, '$1$2'),
  );
