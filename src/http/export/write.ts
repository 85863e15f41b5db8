import type { Readable } from 'node:stream';
import type { Item } from '../../query/shape/decoder.ts';
import { joinedPieces } from '../../shared/joined-pieces.ts';
import { LONG } from '../encoded.ts';
import type { Answer } from '../route.ts';
import { readableText } from '../streamed-body.ts';
import { csv } from './csv.ts';
import type { ExportFormat, ExportName } from './format.ts';
import { json } from './json.ts';
import { xml } from './xml.ts';

const FORMATS: Readonly<Record<ExportName, ExportFormat>> = { csv, json, xml };

type Exported = Extract<Answer, { kind: 'export' }>;

/** An export: its media type, file name and text. The text is ready when the first items are. */
export interface ExportFile {
  readonly type: string;
  readonly name: string;
  readonly body: Readable;
}

/** Writes a list while it is read. Throws the errors of reading its first items. */
export async function writeExport(answer: Exported): Promise<ExportFile> {
  const format = FORMATS[answer.format];
  const body = await readableText(answer.items, (chunks) => pieces(format, answer, chunks));
  return { type: format.type, name: `${answer.name}.${format.ending}`, body };
}

async function* pieces(
  format: ExportFormat,
  list: Exported,
  chunks: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  yield format.begin(list);
  let index = 0;
  for await (const chunk of chunks) {
    yield* joinedPieces(writtenItems(format, list, chunk, index), LONG);
    index += chunk.length;
  }
  yield format.end();
}

function* writtenItems(format: ExportFormat, list: Exported, items: readonly Item[], first: number): Generator<string> {
  for (const [at, item] of items.entries()) {
    const written = format.item(item, list, first + at);
    if (typeof written === 'string') yield written;
    else yield* written;
  }
}
