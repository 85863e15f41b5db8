import { ApiError } from '../errors/api-error.ts';
import { requireImporter } from '../services/import/permitted.ts';
import { receiveUpload } from '../services/import/uploads.ts';
import { isRecord } from '../shared/is-record.ts';
import { parseJson } from '../shared/parse-json.ts';
import { asText } from '../shared/text.ts';
import type { Exchange } from './exchange.ts';
import { whileArriving } from './while-arriving.ts';

const LIMITS = { files: 1, fields: 1, parts: 2, fieldSize: 64 * 1024, headerPairs: 50, fieldNameSize: 200 };

/**
 * Receives the file to import from a form, together with the JSON of its part `job`. The file is streamed to its final
 * place. Errors 4, 11, 13, 301.
 */
export async function receiveImport(exchange: Exchange): Promise<Record<string, unknown>> {
  if (!exchange.request.isMultipart()) throw new ApiError('bodyMissing');
  const context = exchange.context();
  requireImporter(context, exchange.parameter('collection'));
  return whileArriving(exchange, async () => {
    let sent: Record<string, unknown> = {};
    const limits = { ...LIMITS, fileSize: context.store.surroundings.maxUpload + 1 };
    for await (const part of exchange.request.parts({ limits })) {
      if (part.type === 'file') {
        part.file.on('error', () => {});
        sent = { ...sent, ...(await receiveUpload(context, part.file, part.filename || 'file')) };
      } else if (part.fieldname === 'job') sent = { ...jobIn(asText(part.value)), ...sent };
    }
    if (sent.upload === undefined) throw new ApiError('bodyMissing');
    return sent;
  });
}

function jobIn(text: string): Record<string, unknown> {
  const job = parseJson(text);
  if (!isRecord(job)) throw new ApiError('malformedJson');
  const { upload: _upload, file: _file, ...rest } = job;
  return rest;
}
