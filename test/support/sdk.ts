import { SDK } from '@directus/sdk-js';

export type SdkMode = 'jwt' | 'cookie';

interface Outgoing {
  // biome-ignore lint/suspicious/noExplicitAny: axios gives headers no type that fits both directions
  headers: any;
  data?: unknown;
}

interface Incoming {
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Interceptors {
  readonly request: { use(handle: (request: Outgoing) => Outgoing): void };
  readonly response: { use(handle: (response: Incoming) => Incoming): void };
}

/** The SDK of Directus 8 in Node, with what a browser adds: it keeps cookies, and sends forms with their boundary. */
export function sdkInBrowser(url: string, project: string, mode: SdkMode): SDK {
  const sdk = new SDK({ url, project, mode });
  const { interceptors } = sdk.api.xhr as unknown as { readonly interceptors: Interceptors };
  const cookies = new Map<string, string>();
  interceptors.response.use((response) => keepCookies(cookies, response));
  interceptors.request.use((request) => sendCookies(cookies, request));
  interceptors.request.use(sendBoundary);
  return sdk;
}

function keepCookies(cookies: Map<string, string>, response: Incoming): Incoming {
  const set = response.headers['set-cookie'];
  for (const line of Array.isArray(set) ? set : []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
    cookies.set(name, value);
  }
  return response;
}

function sendCookies(cookies: ReadonlyMap<string, string>, request: Outgoing): Outgoing {
  if (cookies.size > 0) request.headers.Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return request;
}

/** A file as a form sends it. */
export interface FormFile {
  readonly boundary: string;
  readonly body: Buffer;
}

/** A form with a single file. */
export function formOf(name: string, type: string, content: string | Buffer): FormFile {
  const boundary = 'sdk-boundary-7f3a';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="data"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    boundary,
    body: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function sendBoundary(request: Outgoing): Outgoing {
  const form = request.data as Partial<FormFile> | undefined;
  if (form?.boundary === undefined) return request;
  request.headers['Content-Type'] = `multipart/form-data; boundary=${form.boundary}`;
  return { ...request, data: form.body };
}
