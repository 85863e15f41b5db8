import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config-error.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The secret that creates and deletes projects. It comes from the environment, or is kept as a digest in a file once
 * it has been claimed. (Decisions, "Projects".)
 */
export class SuperAdmin {
  readonly #file: string;
  readonly #claimable: boolean;
  #digest: Buffer | null;

  /** `claimable`: whether the first project creation may bring the token, because only this machine can reach the server. */
  constructor(file: string, token: string | null, claimable: boolean) {
    this.#file = file;
    this.#claimable = claimable;
    this.#digest = token ? digest(token) : readDigest(file);
  }

  /** Whether a token has been set. */
  get isSet(): boolean {
    return this.#digest !== null;
  }

  /** Whether a text is the token; takes the same time for every text. */
  accepts(token: string): boolean {
    return this.#digest !== null && timingSafeEqual(digest(token), this.#digest);
  }

  /** Whether a text is the token, or becomes it because there is none yet and strangers cannot reach the server. */
  acceptsOrClaims(token: string): boolean {
    if (this.#digest === null && this.#claimable && token !== '') this.set(token);
    return this.accepts(token);
  }

  /** Keeps the digest of a token. */
  set(token: string): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(this.#file, `${digest(token).toString('hex')}\n`, { mode: 0o600 });
    this.#digest = digest(token);
  }
}

/** The digest in a file; null where there is no file. Throws {@link ConfigError} for anything that is no digest. */
function readDigest(file: string): Buffer | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').trim();
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new ConfigError(`${file}: is not the digest of a token; delete it to set a new one`);
}
