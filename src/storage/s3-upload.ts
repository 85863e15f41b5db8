import type { Readable } from 'node:stream';
import type { BucketClient } from './s3-client.ts';
import { escaped, textOfElement } from './s3-xml.ts';

/** The service takes no smaller parts but the last; of one upload as much is in memory. */
const PART_BYTES = 5 * 1024 * 1024;

/** Writes a stream under a key, in one request when it is short, else in parts; returns the number of bytes. */
export async function upload(client: BucketClient, key: string, content: Readable): Promise<number> {
  const parts = partsOf(content);
  const first = await parts.next();
  const begun = first.done ? Buffer.alloc(0) : first.value;
  const second = begun.length < PART_BYTES ? null : await parts.next();
  if (!second || second.done) {
    await client.send({ method: 'PUT', key, headers: client.objectHeaders, body: begun });
    return begun.length;
  }
  return inParts(client, key, [begun, second.value], parts);
}

async function inParts(
  client: BucketClient,
  key: string,
  begun: readonly Buffer[],
  parts: AsyncGenerator<Buffer>,
): Promise<number> {
  const started = await client.send({ method: 'POST', key, query: { uploads: '' }, headers: client.objectHeaders });
  const uploadId = textOfElement(await started.text(), 'UploadId') ?? '';
  try {
    return await sendParts(client, { key, uploadId }, begun, parts);
  } catch (error) {
    await abort(client, key, uploadId);
    throw error;
  }
}

interface Target {
  readonly key: string;
  readonly uploadId: string;
}

async function sendParts(
  client: BucketClient,
  { key, uploadId }: Target,
  begun: readonly Buffer[],
  parts: AsyncGenerator<Buffer>,
): Promise<number> {
  const tags: string[] = [];
  let size = 0;
  const sendPart = async (body: Buffer): Promise<void> => {
    const query = { partNumber: String(tags.length + 1), uploadId };
    const answer = await client.send({ method: 'PUT', key, query, body });
    tags.push(answer.headers.get('etag') ?? '');
    size += body.length;
  };
  for (const part of begun) await sendPart(part);
  for await (const part of parts) await sendPart(part);
  const list = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
  const answer = await client.send({ method: 'POST', key, query: { uploadId }, body });
  // The service may find out after it has begun to answer, with 200.
  const text = await answer.text();
  if (text.includes('<Error>')) throw new Error(`the upload of ${key} was refused: ${text.slice(0, 300)}`);
  return size;
}

/** Gives up an upload, so that its parts take no room. */
export async function abort(client: BucketClient, key: string, uploadId: string): Promise<void> {
  await client.send({ method: 'DELETE', key, query: { uploadId }, expected: [404] }).catch(() => {});
}

/** The stream in stretches of one part's size; the last may be shorter. */
async function* partsOf(content: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    let rest: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
    while (size + rest.length >= PART_BYTES) {
      const wanted = PART_BYTES - size;
      yield Buffer.concat([...held, rest.subarray(0, wanted)]);
      rest = rest.subarray(wanted);
      held = [];
      size = 0;
    }
    if (rest.length > 0) held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}
