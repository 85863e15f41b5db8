import type { Readable } from 'node:stream';
import type { Item } from '../../query/shape/decoder.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Answer } from '../route.ts';
import { readableText } from '../streamed-body.ts';
import { csv } from './csv.ts';
import type { ExportFormat, ExportName } from './format.ts';
import { json } from './json.ts';
import { xml } from './xml.ts';

/** Characters that are written before yielding to the event loop. */
const LONG = 1 << 18;
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
  let [text, index] = [format.begin(list), 0];
  for await (const chunk of chunks) {
    for (const item of chunk) {
      const written = format.item(item, list, index++);
      for (const piece of typeof written === 'string' ? [written] : written) {
        text += piece;
        if (text.length < LONG) continue;
        yield text;
        text = '';
        await yieldToEventLoop();
      }
    }
  }
  yield text + format.end();
}
