import { ApiError } from '../../errors/api-error.ts';
import { createFromData } from '../../services/files/create.ts';
import { deleteFiles, updateEachFile, updateFiles } from '../../services/files/update.ts';
import type { ReadResult } from '../../services/items/read.ts';
import type { Exchange } from '../exchange.ts';
import { type Answer, DELETED, type Route } from '../route.ts';
import { receiveForm } from '../upload.ts';
import { filesWire } from '../wire/files.ts';
import { showWritten } from './show-read.ts';

/** Writing files. Reading them works as for other system collections. (Contract, F-31 to F-34.) */
export const fileRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/files',
    wire: filesWire.create,
    handle: async (exchange) => showWritten(await create(exchange)),
  },
  {
    method: 'PATCH',
    path: '/files',
    wire: filesWire.updateEach,
    handle: async (exchange) => {
      const body = exchange.body();
      if (!Array.isArray(body)) throw new ApiError('itemNotFound');
      return showChanged(await updateEachFile(exchange.context(), body, exchange.query()));
    },
  },
  {
    method: 'PATCH',
    path: '/files/:id',
    wire: filesWire.update,
    handle: async (exchange) =>
      showChanged(await updateFiles(exchange.context(), exchange.keys('id'), exchange.object(), exchange.query())),
  },
  {
    method: 'DELETE',
    path: '/files/:id',
    wire: filesWire.remove,
    handle: async (exchange) => {
      await deleteFiles(exchange.context(), exchange.keys('id'));
      return DELETED;
    },
  },
];

function create(exchange: Exchange): Promise<ReadResult | null> {
  if (exchange.request.isMultipart()) return receiveForm(exchange);
  const body = exchange.body();
  if (Array.isArray(body)) throw new ApiError('batchUpload');
  return createFromData(exchange.context(), body, exchange.query());
}

/** Answers with a list that contains the changed file, or with a list of such lists. (Contract, F-37.) */
function showChanged(result: ReadResult | null): Answer {
  if (!result) return showWritten(result);
  const { data } = result;
  return showWritten({ ...result, data: Array.isArray(data) ? (data.map((file) => [file]) as never) : [data] });
}
