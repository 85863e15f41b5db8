import { isRecord } from '../shared/is-record.ts';
import { parseJson } from '../shared/parse-json.ts';
import { asNumber } from '../shared/text.ts';

/** Settings that name files which anyone may see before signing in. (Contract, F-142 and V-12.) */
export const SHOWN_FILES = ['project_logo', 'project_foreground', 'project_background'] as const;

/** Returns the file key that a setting holds, either plain or in an object; null if there is none. */
export function keyIn(value: string | null | undefined): number | null {
  const text = value ?? '';
  const key = asNumber(text.startsWith('{') ? keyOfObject(text) : text || Number.NaN);
  return Number.isSafeInteger(key) && key > 0 ? key : null;
}

function keyOfObject(text: string): unknown {
  const value = parseJson(text);
  return isRecord(value) ? value.id : undefined;
}
