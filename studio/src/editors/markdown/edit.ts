/** A text with a selection. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Surrounds the selection with marks, or removes them. */
export function wrapped({ text, from, to }: Selected, mark: string): Selected {
  const inside = text.slice(from, to);
  const size = mark.length;
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark)
    return { text: text.slice(0, from - size) + inside + text.slice(to + size), from: from - size, to: to - size };
  return { text: text.slice(0, from) + mark + inside + mark + text.slice(to), from: from + size, to: to + size };
}

/** Begins each of the selected lines with a mark, or removes it if all have it. `1. ` counts up. */
export function prefixed({ text, from, to }: Selected, mark: string): Selected {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const found = text.indexOf('\n', Math.max(to - (to > from ? 1 : 0), start));
  const end = found < 0 ? text.length : found;
  const lines = text.slice(start, end).split('\n');
  const marks = lines.map((_, at) => (mark === '1. ' ? `${at + 1}. ` : mark));
  const have = lines.every((line, at) => line.startsWith(marks[at] ?? mark));
  const next = lines
    .map((line, at) => (have ? line.slice((marks[at] ?? mark).length) : (marks[at] ?? mark) + line))
    .join('\n');
  return { text: text.slice(0, start) + next + text.slice(end), from: start, to: start + next.length };
}

/** Makes a link of the selection; then its address is selected, or its text if there is none. */
export function linked({ text, from, to }: Selected): Selected {
  const inside = text.slice(from, to);
  const isUrl = /^https?:\/\/\S+$/.test(inside);
  const [label, url] = isUrl ? ['', inside] : [inside, 'https://'];
  const next = `[${label}](${url})`;
  const at = label === '' ? from + 1 : from + label.length + 3;
  return { text: text.slice(0, from) + next + text.slice(to), from: at, to: label === '' ? at : at + url.length };
}
