import { type IncomingHttpHeaders, request } from 'node:http';

/** A response as it arrived: compressed bodies stay compressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests a path exactly as given, without adding headers. (fetch would normalize dots, and decompress.) */
export function requestRaw(
  base: string,
  path: string,
  { method = 'GET', headers = {} }: Sent = {},
): Promise<RawAnswer> {
  const { hostname: host, port } = new URL(base);
  return new Promise((done, failed) => {
    const sent = request({ host, port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', failed).end();
  });
}
