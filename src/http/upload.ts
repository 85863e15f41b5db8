import type { MultipartFile } from '@fastify/multipart';
import { ApiError } from '../errors/api-error.ts';
import type { Context } from '../persistence/context.ts';
import { openKeys } from '../persistence/once.ts';
import { type ParameterMap, setParameter } from '../query/parse/parameters.ts';
import {
  createFile,
  createFromData,
  discardUpload,
  receiveFile,
  renameUpload,
  requireUpload,
  type Upload,
} from '../services/files/create.ts';
import type { ReadResult } from '../services/items/read.ts';
import { asText } from '../shared/text.ts';
import type { Exchange } from './exchange.ts';
import { whileArriving } from './while-arriving.ts';

/** Less than a chunk, so that at most one chunk of a file is buffered. */
const WAITING_BYTES = 16 * 1024;
const LIMITS = {
  fields: 200,
  fieldSize: 1024 * 1024,
  parts: 300,
  headerPairs: 50,
  fieldNameSize: 200,
  fileSize: Number.POSITIVE_INFINITY,
};
/** Characters of all attributes together: they stay in memory until the file has arrived. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Creates a file from a form: one part is the file, whatever its name, and the others are attributes. The file is
 * streamed to its final place as it arrives. (Contract, F-51 to F-54.) Errors 10, 15, 4, 13.
 */
export async function receiveForm(exchange: Exchange): Promise<ReadResult | null> {
  const context = exchange.context();
  requireUpload(context);
  // Checks that do not need the file come before its bytes.
  const query = exchange.query();
  await openKeys(context);
  const form = new Form(exchange);
  await whileArriving(exchange, () => form.receive()).catch(async (error: unknown) => {
    await form.discard();
    throw error;
  });
  const { upload, attributes } = form;
  // The caller's rights may have changed while the form arrived.
  const received = withForm(exchange.context(), form);
  if (!upload) return createFromData(received, attributes, query);
  return createFile(received, attributes, upload, query);
}

/** Two forms are the same if their attributes and files are equal. */
function withForm(context: Context, { attributes, upload }: Form): Context {
  const { write } = context;
  const { once } = write;
  if (!once) return context;
  const content = upload && [upload.name, upload.content?.size, upload.content?.checksum];
  return { ...context, write: { ...write, once: { ...once, sent: [once.sent, attributes, content ?? null] } } };
}

class Form {
  readonly #exchange: Exchange;
  readonly #fields: ParameterMap = Object.create(null);
  #characters = 0;
  upload: Upload | undefined;
  /** The name on disk, assigned when the file part began to arrive. */
  #nameThen: string | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** The parts other than the file, with lists by PHP's rules. */
  get attributes(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.#fields).map(([name, value]) => [name, plain(value)]));
  }

  async receive(): Promise<void> {
    const options = { limits: LIMITS, preservePath: false, fileHwm: WAITING_BYTES };
    for await (const part of this.#exchange.request.parts(options)) {
      if (part.type === 'file') await this.#file(part);
      else this.#attribute(part.fieldname, asText(part.value));
    }
    const { filename_disk: name } = this.#fields;
    if (this.upload && typeof name === 'string' && name !== '' && name !== this.#nameThen)
      this.upload = await renameUpload(this.#exchange.context(), this.upload, name);
  }

  #attribute(name: string, value: string): void {
    this.#characters += name.length + value.length;
    if (this.#characters > MAX_CHARACTERS) throw new ApiError('payloadTooLarge', { limit: MAX_CHARACTERS });
    setParameter(this.#fields, name, value);
  }

  async discard(): Promise<void> {
    if (this.upload) await discardUpload(this.#exchange.context(), this.upload);
  }

  async #file({ file, filename }: MultipartFile): Promise<void> {
    // A client may disconnect before the file is read; the reader gets the error then.
    file.on('error', () => {});
    if (this.upload) {
      file.resume();
      throw new ApiError('batchUpload');
    }
    this.upload = await receiveFile(this.#exchange.context(), file, this.#name(filename), filename);
  }

  /** An explicit name replaces the client's file name. */
  #name(given: string): string {
    const { filename_disk: name } = this.#fields;
    this.#nameThen = typeof name === 'string' ? name : undefined;
    return this.#nameThen || given;
  }
}

function plain(value: ParameterMap[string] | undefined): unknown {
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const isList = entries.every(([key], index) => key === String(index));
  return isList
    ? entries.map(([, entry]) => plain(entry))
    : Object.fromEntries(entries.map(([key, entry]) => [key, plain(entry)]));
}
