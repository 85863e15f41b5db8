import type { Connection, QueryError } from 'mysql2';
import type { Row } from '../../query/shape/row.ts';
import type { Statement } from '../dialect.ts';
import { streamOf } from './stream-of.ts';
import { type Described, decodeRows, toParameter } from './values.ts';

/**
 * Streams the rows of a statement in chunks of a size. Fails if the connection is closed meanwhile, which the driver tells
 * everybody but the readers of its streams.
 */
export async function* streamChunks(
  driver: Pick<Connection, 'execute'>,
  { text, parameters }: Statement,
  size: number,
): AsyncGenerator<Row[]> {
  let fields: readonly Described[] = [];
  const command = driver.execute({ sql: text, values: parameters.map(toParameter) as never[] });
  command.on('fields', (described: readonly Described[]) => {
    fields = described;
  });
  const rows = command.stream({ highWaterMark: size });
  const socket = streamOf(driver as Connection);
  const lose = (): void => void rows.destroy(lost());
  if (socket.destroyed) lose();
  socket.once('close', lose);
  try {
    let chunk: Row[] = [];
    for await (const row of rows) {
      chunk.push(row as Row);
      if (chunk.length < size) continue;
      yield decodeRows(chunk, fields);
      chunk = [];
    }
    if (chunk.length > 0) yield decodeRows(chunk, fields);
  } finally {
    socket.off('close', lose);
  }
}

/** The error of a stream whose connection is closed. */
function lost(): QueryError {
  const code = 'PROTOCOL_CONNECTION_LOST';
  return Object.assign(new Error('the connection was closed while rows were read'), { code, fatal: true });
}
