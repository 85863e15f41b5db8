/** Styles written by other editors for which there is an element. */
const ELEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*text-decoration:\s*underline;?\s*$/i, 'u'],
  [/^\s*text-decoration:\s*line-through;?\s*$/i, 's'],
];

/** Stored HTML, with underlined spans as the elements that mean the same. */
export function prepared(html: string): string {
  if (!/text-decoration/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const span of body.querySelectorAll('span[style]')) {
    const name = ELEMENTS.find(([pattern]) => pattern.test(span.getAttribute('style') ?? ''))?.[1];
    if (!name || span.attributes.length > 1) continue;
    const element = body.ownerDocument.createElement(name);
    element.append(...span.childNodes);
    span.replaceWith(element);
  }
  return body.innerHTML;
}

/** The editor's HTML as people write it: items of lists contain text instead of a paragraph. */
export const tidied = (html: string): string =>
  html.replace(/<li><p>((?:(?!<\/p>)[\s\S])*)<\/p>(?=<\/li>|<[uo]l)/g, '<li>$1');
