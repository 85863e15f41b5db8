import { Items, type Shown } from './items.ts';
import type { RequestOptions } from './options.ts';
import type { Sender, Transport } from './transport.ts';
import type { Answer } from './types/row.ts';
import type { Schema } from './types/schema.ts';
import type { Patch } from './types/write.ts';

/** The progress of an upload. */
export interface Progress {
  /** Bytes sent, and bytes in total. Browsers include what the form adds to the file. */
  readonly sent: number;
  readonly total: number;
}

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
    { name, onProgress, ...query }: UploadOptions & Shown<S, C, F> = {},
  ): Promise<Answer<S, C, F>> {
    const form = new FormData();
    for (const [key, value] of Object.entries(attributes)) {
      const values = Array.isArray(value) ? value : [value];
      for (const each of values) form.append(Array.isArray(value) ? `${key}[]` : key, String(each));
    }
    form.append('data', content, name ?? (content as File).name ?? 'file');
    const send = onProgress && reporting(onProgress, content.size);
    return this.transport.ask('POST', '/files', { timeout: 0, ...query }, form, send);
  }
}

/** The part of the browser's class that this file uses. */
declare const XMLHttpRequest: undefined | (new () => UploadRequest);

interface UploadRequest {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: (event: { readonly loaded: number; readonly total: number }) => void };
  withCredentials: boolean;
  onload: () => void;
  onerror: () => void;
  onabort: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: unknown): void;
  abort(): void;
}

type Report = (progress: Progress) => void;

/**
 * In browsers and workers, only XMLHttpRequest reports the progress of uploads; elsewhere the body is a stream that
 * counts its bytes.
 */
const reporting = (report: Report, total: number): Sender =>
  typeof XMLHttpRequest === 'undefined' ? counted(report, total) : watched(report, XMLHttpRequest);

const watched =
  (report: Report, Request: new () => UploadRequest): Sender =>
  (url, { method = '', headers, body, signal, credentials }) =>
    new Promise((resolve, reject) => {
      const request = new Request();
      request.open(method, url);
      for (const [key, value] of new Headers(headers)) request.setRequestHeader(key, value);
      request.withCredentials = credentials === 'include';
      request.upload.onprogress = ({ loaded, total }) => report({ sent: loaded, total });
      request.onload = () => {
        const { status, responseText } = request;
        const headers = { 'Content-Type': request.getResponseHeader('Content-Type') ?? '' };
        resolve(new Response(responseText || null, { status, headers }));
      };
      request.onerror = () => reject(new TypeError(url));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body);
    });

const counted =
  (report: Report, total: number): Sender =>
  (url, init, send) => {
    const form = new Response(init.body ?? null);
    const headers = new Headers(init.headers);
    headers.set('Content-Type', form.headers.get('Content-Type') ?? '');
    let sent = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        sent += part.length;
        report({ sent: Math.min(sent, total), total });
        controller.enqueue(part);
      },
    });
    return send(url, { ...init, headers, body: form.body?.pipeThrough(counter), duplex: 'half' } as RequestInit);
  };
