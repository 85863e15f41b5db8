import { Items, type Shown } from './items.ts';
import type { RequestOptions } from './options.ts';
import type { Progress } from './progress.ts';
import type { Transport } from './transport.ts';
import type { Answer } from './types/row.ts';
import type { Schema } from './types/schema.ts';
import type { Patch } from './types/write.ts';

interface UploadOptions extends RequestOptions {
  /** The name of the file, if the data is a `Blob` without one. */
  readonly name?: string;
  readonly onProgress?: (progress: Progress) => void;
}

/** Files, and their upload. */
export class Files<S extends Schema<S>, C extends keyof S> extends Items<S, C> {
  constructor(transport: Transport) {
    super(transport, '/files');
  }

  /** Uploads a file with its attributes, such as `title` and `folder`. */
  upload<const F extends readonly string[] = readonly []>(
    content: Blob,
    attributes: Patch<S, C> = {} as Patch<S, C>,
    { name, ...query }: UploadOptions & Shown<S, C, F> = {},
  ): Promise<Answer<S, C, F>> {
    const form = new FormData();
    for (const [key, value] of Object.entries(attributes)) {
      const values = Array.isArray(value) ? value : [value];
      for (const each of values) form.append(Array.isArray(value) ? `${key}[]` : key, String(each));
    }
    form.append('data', content, name ?? (content as File).name ?? 'file');
    return this.transport.ask('POST', '/files', { timeout: 0, ...query }, form);
  }
}
