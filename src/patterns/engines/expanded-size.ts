/** The tokens of a pattern that matter for its size; each of the others is one instruction. */
const TOKEN =
  /\\[xpP]\{[^}]{0,40}\}|\\[\s\S]|\[(?:\\[\s\S]?|[^\]\\])*(?:\]|$)|\(\?i\)|\((?:\?i?:)?|\{(\d+)(?:,(\d*))?\}|[)|*+?]|[\s\S]/gu;

/** What has been read of a group: the size up to its last part, and the size of that part, which may be repeated. */
interface Group {
  before: number;
  last: number;
}

/**
 * The approximate number of instructions of a compiled pattern of the linear engine, which compiles the repetition
 * `{3}` as three copies.
 */
export function expandedSize(source: string): number {
  const open: Group[] = [];
  let group: Group = { before: 0, last: 0 };
  const add = (size: number): void => {
    group = { before: group.before + group.last, last: size };
  };
  for (const [token, least, most] of source.matchAll(TOKEN)) {
    if (least !== undefined) group.last *= copiesOf(Number(least), most);
    else if ('*+?'.includes(token)) group.last++;
    else if (token.startsWith('(') && token !== '(?i)') {
      open.push(group);
      group = { before: 0, last: 0 };
    } else if (token === ')') {
      const size = group.before + group.last + 2;
      group = open.pop() ?? { before: 0, last: 0 };
      add(size);
    } else add(1);
  }
  return group.before + group.last;
}

/** The maximum number of copies; without a maximum, the minimum and one that may repeat. */
function copiesOf(least: number, most: string | undefined): number {
  return Math.max(1, most === '' ? least + 1 : Number(most ?? least));
}
