import type { ExportFormat } from './format.ts';

/** The items as in a list response, without the envelope. */
export const json: ExportFormat = {
  type: 'application/json; charset=utf-8',
  ending: 'json',
  begin: () => '[',
  item: (item, _list, index) => `${index === 0 ? '' : ','}\n${JSON.stringify(item)}`,
  end: () => '\n]\n',
};
