import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../shared/message-of.ts';
import { isDigestOf, tokenDigest } from '../shared/token-digest.ts';
import { writeAtomically } from '../shared/write-atomically.ts';
import { ConfigError } from './config-error.ts';

/** Minimum length, so that it cannot be guessed. */
export const MIN_TOKEN_LENGTH = 12;

/**
 * The secret that creates and deletes projects. It comes from the environment, or is kept as a digest in a file once
 * it has been claimed. (Contract, V-60.)
 */
export class SuperAdmin {
  readonly #file: string;
  #claimable: boolean;
  #digest: Buffer | null;

  /**
   * `claimable`: whether the first project creation may set the token, because only this machine can reach the server.
   */
  constructor(file: string, token: string | null, claimable: boolean) {
    if (token && token.trim().length < MIN_TOKEN_LENGTH)
      throw new ConfigError(`the super admin token must have at least ${MIN_TOKEN_LENGTH} characters`);
    this.#file = file;
    this.#claimable = claimable;
    this.#digest = token ? tokenDigest(token) : readDigest(file);
  }

  /** Whether a token has been set. */
  get isSet(): boolean {
    return this.#digest !== null;
  }

  /** From now on project creations cannot set the token; the server generates it. */
  reserve(): void {
    this.#claimable = false;
  }

  /** Whether a text is the token; compared in constant time. */
  accepts(token: string): boolean {
    return this.#digest !== null && isDigestOf(this.#digest, token);
  }

  /**
   * Whether the next project creation may set the token: there is none yet, and only this machine can reach the server.
   */
  get isClaimable(): boolean {
    return this.#digest === null && this.#claimable;
  }

  /** Stores the digest of a token; the caller has checked its length. Throws {@link ConfigError} if it cannot. */
  set(token: string): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeAtomically(this.#file, `${tokenDigest(token).toString('hex')}\n`);
    } catch (error) {
      throw new ConfigError(`the super admin token cannot be stored: ${messageOf(error)}`);
    }
    this.#digest = tokenDigest(token);
  }
}

/** The stored digest; null if there is no file. Throws {@link ConfigError} for anything else. */
function readDigest(file: string): Buffer | null {
  if (!existsSync(file)) return null;
  const text = readText(file).trim();
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new ConfigError(`${file}: is not the digest of a token; delete it to set a new one`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${file}: ${messageOf(error)}`);
  }
}
