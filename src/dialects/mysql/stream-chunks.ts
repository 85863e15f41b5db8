import type { Connection, QueryError } from 'mysql2';
import type { Row } from '../../query/shape/row.ts';
import { ChunkQueue, chunksOf } from '../chunk-queue.ts';
import type { Statement } from '../dialect.ts';
import { lost } from './errors.ts';
import { clearPrivateNames } from './private-names.ts';
import { type Answering, awaitAnswer, silence } from './silence.ts';
import { streamOf } from './stream-of.ts';
import { type Described, decodeRows, toParameter } from './values.ts';

/**
 * Streams the rows of a statement in chunks. Stops reading from the server until the rows that have arrived are taken,
 * however long they are: the driver's own streams count rows, not bytes. Fails if the connection is closed meanwhile,
 * which the driver tells everybody but the readers of its streams, and if the server stops answering.
 */
export async function* streamChunks(
  driver: Pick<Connection, 'execute' | 'pause' | 'resume'>,
  { text, parameters }: Statement,
  size: number,
  server: Answering,
): AsyncGenerator<Row[]> {
  let fields: readonly Described[] = [];
  const queue = new ChunkQueue(size, { hold: () => driver.pause(), release: () => driver.resume() });
  driver
    .execute({ sql: text, values: parameters.map(toParameter) as never[] })
    .on('fields', (described: readonly Described[]) => {
      clearPrivateNames(described);
      fields = described;
    })
    .on('result', (row: Row) => queue.add(row))
    .on('end', () => queue.end())
    .on('error', (error: QueryError) => queue.fail(error));
  const socket = streamOf(driver as Connection);
  const lose = (): void => queue.fail(lost('the connection was closed while rows were read'));
  if (socket.destroyed) lose();
  socket.once('close', lose);
  const waiting = (): (() => void) => awaitAnswer(server, () => queue.fail(silence()));
  let stopWaiting = waiting();
  try {
    for await (const rows of chunksOf(queue)) {
      stopWaiting();
      yield decodeRows(rows, fields);
      stopWaiting = waiting();
    }
  } finally {
    stopWaiting();
    socket.off('close', lose);
  }
}
