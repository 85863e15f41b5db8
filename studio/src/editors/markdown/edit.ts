/** A text with what is selected in it. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Puts marks around what is selected, or takes them away. */
export function wrapped({ text, from, to }: Selected, mark: string): Selected {
  const inside = text.slice(from, to);
  const size = mark.length;
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark)
    return { text: text.slice(0, from - size) + inside + text.slice(to + size), from: from - size, to: to - size };
  return { text: text.slice(0, from) + mark + inside + mark + text.slice(to), from: from + size, to: to + size };
}

/** Begins each of the selected lines with a mark, or takes it away where all have it. `1. ` counts. */
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

/** Makes a link of what is selected; its address is selected then, or its text where there is none. */
export function linked({ text, from, to }: Selected): Selected {
  const inside = text.slice(from, to);
  const isUrl = /^https?:\/\/\S+$/.test(inside);
  const [label, url] = isUrl ? ['', inside] : [inside, 'https://'];
  const next = `[${label}](${url})`;
  const at = label === '' ? from + 1 : from + label.length + 3;
  return { text: text.slice(0, from) + next + text.slice(to), from: at, to: label === '' ? at : at + url.length };
}
