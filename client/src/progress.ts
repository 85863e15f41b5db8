/** The progress of an upload. */
export interface Progress {
  /** Bytes sent, and bytes in total. Browsers include what the form adds to the file. */
  readonly sent: number;
  readonly total: number;
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
export const sendReporting = (report: Report, url: string, init: RequestInit, send: typeof fetch): Promise<Response> =>
  typeof XMLHttpRequest === 'undefined' ? counted(report, url, init, send) : watched(report, url, init, XMLHttpRequest);

const watched = (
  report: Report,
  url: string,
  { method, headers, body, signal, credentials }: RequestInit,
  Request: new () => UploadRequest,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new Request();
    request.open(method as string, url);
    for (const [key, value] of new Headers(headers)) request.setRequestHeader(key, value);
    request.withCredentials = credentials === 'include';
    request.upload.onprogress = ({ loaded, total }) => report({ sent: loaded, total });
    request.onload = () => {
      const headers = { 'Content-Type': request.getResponseHeader('Content-Type') ?? '' };
      resolve(new Response(request.responseText || null, { status: request.status, headers }));
    };
    request.onerror = () => reject(new TypeError(url));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });

function counted(report: Report, url: string, init: RequestInit, send: typeof fetch): Promise<Response> {
  const parts = [...(init.body as FormData).values()] as Partial<Blob>[];
  const total = parts.reduce((sum, { size = 0 }) => sum + size, 0);
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
}
