import { unreadable } from '../unreadable.ts';
import type { Archive } from './archive.ts';
import { readElements } from './elements.ts';
import { unescaped } from './unescaped.ts';

const PART = 'xl/sharedStrings.xml';
const MAX_BYTES = 256 * 1024 * 1024;
/** Shared strings stay in memory while the workbook is read. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_STRINGS = 4_000_000;

/** The shared strings that cells refer to by number, without phonetic guides. Error 4 for too many. */
export async function readStrings(archive: Archive): Promise<readonly string[]> {
  const strings: string[] = [];
  if (archive.size(PART) === undefined) return strings;
  let [current, characters, inText, aside] = ['', 0, false, false];
  await readElements(await archive.open(PART, MAX_BYTES), {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') aside = true;
      inText = name === 't' && !aside;
    },
    text(text) {
      if (!inText) return;
      current += text;
      characters += text.length;
      if (characters > MAX_CHARACTERS)
        throw unreadable('xlsx', `its texts have more than ${MAX_CHARACTERS} characters`);
    },
    close(name) {
      inText = false;
      if (name === 'rPh') aside = false;
      if (name === 'si' && strings.push(unescaped(current)) > MAX_STRINGS)
        throw unreadable('xlsx', `it has more than ${MAX_STRINGS} texts`);
    },
  });
  return strings;
}
