interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** All addresses on the way here. */
  readonly trail: readonly string[];
}

const MAX_REDIRECTS = 12;

/** A browser as far as redirects and cookies are concerned; its cookies are those of 127.0.0.1, on any port. */
export class Browser {
  #cookies: Cookie[] = [];

  /** Opens an address and follows redirects to the last one, or to an address that `until` accepts. */
  async open(address: string, until: (url: URL) => boolean = () => false): Promise<Page> {
    const trail: string[] = [];
    for (let url = new URL(address); trail.length < MAX_REDIRECTS; ) {
      trail.push(url.href);
      const { status, headers, text } = await this.#get(url);
      const location = headers.get('location');
      if (location === null || status < 300) return { url, status, text, headers, trail };
      const next = new URL(location, url);
      if (until(next)) return { url: next, status, text, headers, trail: [...trail, next.href] };
      url = next;
    }
    throw new Error(`too many redirects: ${trail.join(' → ')}`);
  }

  /** The names of the cookies that the browser keeps. */
  get cookies(): readonly string[] {
    return this.#cookies.map(({ name }) => name);
  }

  /** Another browser that has somehow obtained all cookies of this one. */
  copy(): Browser {
    const copy = new Browser();
    copy.#cookies = [...this.#cookies];
    return copy;
  }

  async #get(url: URL) {
    const sent = this.#cookies.filter(({ path }) => url.pathname.startsWith(path));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    const named = new Map(attributes.map((text) => [text.split('=')[0]?.toLowerCase(), text.split('=')[1] ?? '']));
    const cookie = { name: pair.slice(0, equals), value: pair.slice(equals + 1), path: named.get('path') ?? '/' };
    this.#cookies = this.#cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
    const expires = named.get('max-age') === '0' || Date.parse(named.get('expires') ?? '') < Date.now();
    if (!expires) this.#cookies.push(cookie);
  }
}
