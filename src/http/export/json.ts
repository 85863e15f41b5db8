import type { ExportFormat } from './format.ts';

/** The items as the list answers them, without the envelope. */
export const json: ExportFormat = {
  type: 'application/json; charset=utf-8',
  ending: 'json',
  begin: () => '[',
  item: (item, _list, index) => `${index === 0 ? '' : ','}\n${JSON.stringify(item)}`,
  end: () => '\n]\n',
};
