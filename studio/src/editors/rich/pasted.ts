const LEVEL = /mso-list:\s*l\d+\s+level(\d)/i;
const MARKER = '[style*="mso-list:ignore" i], [style*="mso-list: ignore" i]';
const NUMBER = /^[\s(]*(\d+|[a-z]{1,4})[.)]/i;
/** Set between the cells of a row. Unlike a space, it is not taken together with others. */
const GAP = '\u2003';
const BLOCKS = 'p, div, ul, ol, table, h1, h2, h3, h4, h5, h6, pre, blockquote';

/** Styles for which there are elements. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/font-weight:\s*(bold|[6-9]\d\d)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[\w-]*:[^;]*underline/i, 'u'],
  [/text-decoration[\w-]*:[^;]*line-through/i, 's'],
  [/vertical-align:\s*super/i, 'sup'],
  [/vertical-align:\s*sub\b/i, 'sub'],
];
const LIGHT = /font-weight:\s*(normal|[1-5]\d\d)/i;

/**
 * Pasted HTML in the elements that the editor knows. Marks by styles become elements, since the policy of the page keeps
 * styles from it; so do lists of Word, which are paragraphs that begin with a sign. Each row of a table becomes a
 * paragraph: otherwise, its cells would follow each other without a space.
 */
export function pasted(html: string): string {
  if (!/\sstyle=|<td|<th/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('b, strong, span')) markByStyle(element);
  makeLists(body);
  for (const row of body.querySelectorAll('tr')) unfoldRow(row);
  return body.innerHTML;
}

function markByStyle(element: Element): void {
  const style = element.getAttribute('style') ?? '';
  const isBold = element.localName !== 'span';
  if (isBold && LIGHT.test(style)) element.replaceWith(...element.childNodes);
  for (const [pattern, name] of isBold ? [] : MARKS) {
    if (!pattern.test(style)) continue;
    const mark = element.ownerDocument.createElement(name);
    mark.append(...element.childNodes);
    element.append(mark);
  }
}

function makeLists(body: HTMLElement): void {
  let open: readonly HTMLElement[] = [];
  for (const paragraph of body.querySelectorAll('p')) {
    const level = Number(LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    const isNext = open.length > 0 && paragraph.previousElementSibling === open[0];
    if (level > 0) open = listed(paragraph, level, isNext ? open : []);
  }
}

/** Moves a paragraph into the list of its level. Returns the lists that can be continued, the outermost first. */
function listed(paragraph: HTMLElement, level: number, open: readonly HTMLElement[]): readonly HTMLElement[] {
  const { ownerDocument: page } = paragraph;
  const marker = paragraph.querySelector(MARKER);
  const name = NUMBER.test(marker?.textContent ?? '') ? 'ol' : 'ul';
  marker?.remove();
  const lists = open.slice(0, level);
  if (lists.length === level && lists.at(-1)?.localName !== name) lists.pop();
  while (lists.length < level) {
    const list = page.createElement(name);
    const above = lists.at(-1);
    if (above) (above.lastElementChild ?? above.appendChild(page.createElement('li'))).append(list);
    else paragraph.before(list);
    lists.push(list);
  }
  const item = page.createElement('li');
  item.append(...paragraph.childNodes);
  lists.at(-1)?.append(item);
  paragraph.remove();
  return lists;
}

/** Rows whose cells contain blocks are taken apart at these. */
function unfoldRow(row: HTMLTableRowElement): void {
  if (row.querySelector(BLOCKS)) return;
  const { ownerDocument: page } = row;
  const paragraph = page.createElement('p');
  for (const cell of row.cells) {
    if (paragraph.childNodes.length > 0) paragraph.append(GAP);
    paragraph.append(...cell.childNodes);
  }
  const cell = page.createElement('td');
  cell.append(paragraph);
  row.replaceChildren(cell);
}
