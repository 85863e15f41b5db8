/** Messages of the sign-in are short. */
const MAX_BYTES = 65_536;
/** PostgreSQL's default is 4,096. The driver computes them at once, which takes about a second for a million. */
const MAX_ITERATIONS = 100_000;
const HEADER_BYTES = 5;
const AUTHENTICATION = 'R'.charCodeAt(0);
const [SIGNED_IN, CHALLENGE] = [0, 11];
/** Anything else makes the driver throw where nobody catches it, or read another number. (RFC 5802, section 5.1.) */
const CHALLENGE_TEXT = /^r=[^,]+,s=[^,]+,i=([1-9]\d{0,8})$/;

/** Watches what a server sends while the driver signs in: a hostile one could block the process. */
export class SignInGuard {
  #pending = Buffer.alloc(0);
  #isOver = false;

  /** Whether the server has accepted the sign-in. A later challenge must not be answered. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Takes the next bytes, before the driver does. Throws if the driver must not see them. */
  take(bytes: Buffer): void {
    if (this.#isOver) return;
    this.#pending = Buffer.concat([this.#pending, bytes]);
    for (let message = this.#next(); message && !this.#isOver; message = this.#next()) this.#check(message);
    if (this.#isOver) this.#pending = Buffer.alloc(0);
    else if (this.#pending.length > MAX_BYTES) throw new Error('the server sends too much before the sign-in');
  }

  /** Removes and returns the next complete message. */
  #next(): Buffer | null {
    if (this.#pending.length < HEADER_BYTES) return null;
    const length = this.#pending.readUInt32BE(1);
    if (length < HEADER_BYTES - 1) throw new Error('the server sends a message without a length');
    const end = 1 + length;
    if (this.#pending.length < end) return null;
    const message = this.#pending.subarray(0, end);
    this.#pending = this.#pending.subarray(end);
    return message;
  }

  #check(message: Buffer): void {
    if (message[0] !== AUTHENTICATION || message.length < HEADER_BYTES + 4) return;
    const kind = message.readUInt32BE(HEADER_BYTES);
    if (kind === SIGNED_IN) this.#isOver = true;
    if (kind !== CHALLENGE) return;
    const [, iterations] = CHALLENGE_TEXT.exec(message.toString('latin1', HEADER_BYTES + 4)) ?? [];
    if (iterations === undefined || Number(iterations) > MAX_ITERATIONS)
      throw new Error('the challenge of the server is malformed, or costs too much');
  }
}
