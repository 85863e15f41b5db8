import type { Column } from './column.ts';
import { datatypeOf } from './datatypes.ts';

const NOW = /^(?:current_timestamp|now)(?:\(\d?\))?$/i;

/** Whether a default is the current time, which every engine knows as the default of a moment. */
export function isCurrentTime(text: string, { datatype }: Pick<Column, 'datatype'>): boolean {
  return datatypeOf(datatype).kind === 'datetime' && NOW.test(text);
}
