import { jsonPieces } from '../../shared/json-pieces.ts';
import type { ExportFormat } from './format.ts';

/** The items as in a list response, without the envelope. */
export const json: ExportFormat = {
  type: 'application/json; charset=utf-8',
  ending: 'json',
  begin: () => '[',
  *item(item, _list, index) {
    yield index === 0 ? '\n' : ',\n';
    yield* jsonPieces(item);
  },
  end: () => '\n]\n',
};
