import type { Connection, QueryError } from 'mysql2';
import type { Row } from '../../query/shape/row.ts';
import type { Statement } from '../dialect.ts';
import { bytesOf } from '../result-size.ts';
import { CHUNK_BYTES, RowChunk } from '../row-chunk.ts';
import { streamOf } from './stream-of.ts';
import { type Described, decodeRows, toParameter } from './values.ts';

/**
 * Streams the rows of a statement in chunks of a size. Fails if the connection is closed meanwhile, which the driver tells
 * everybody but the readers of its streams.
 */
export async function* streamChunks(
  driver: Pick<Connection, 'execute' | 'pause' | 'resume'>,
  { text, parameters }: Statement,
  size: number,
): AsyncGenerator<Row[]> {
  let fields: readonly Described[] = [];
  const command = driver.execute({ sql: text, values: parameters.map(toParameter) as never[] });
  command.on('fields', (described: readonly Described[]) => {
    fields = described;
  });
  const rows = command.stream({ highWaterMark: size });
  // The driver counts the rows that wait to be read, not their bytes.
  let waiting = 0;
  const arrive = (row: Row): void => {
    waiting += bytesOf(row);
    if (waiting >= CHUNK_BYTES) driver.pause();
  };
  command.on('result', arrive);
  const socket = streamOf(driver as Connection);
  const lose = (): void => void rows.destroy(lost());
  if (socket.destroyed) lose();
  socket.once('close', lose);
  try {
    const chunk = new RowChunk(size);
    for await (const row of rows as AsyncIterable<Row>) {
      const isFull = waiting >= CHUNK_BYTES;
      waiting -= bytesOf(row);
      if (isFull && waiting < CHUNK_BYTES) driver.resume();
      if (chunk.add(row)) yield decodeRows(chunk.take(), fields);
    }
    if (!chunk.isEmpty) yield decodeRows(chunk.take(), fields);
  } finally {
    socket.off('close', lose);
    command.off('result', arrive);
    driver.resume();
  }
}

/** The error of a stream whose connection is closed. */
function lost(): QueryError {
  const code = 'PROTOCOL_CONNECTION_LOST';
  return Object.assign(new Error('the connection was closed while rows were read'), { code, fatal: true });
}
