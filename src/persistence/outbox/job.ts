/** A message in the outbox that is to leave the server. */
export interface Job {
  readonly kind: JobKind;
  /** The receiver; `mail` for the mail server. Jobs for one receiver never wait for another. */
  readonly queue?: string;
  /** A description without secrets, which administrators see. At most 255 characters. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type JobKind = 'mail' | 'password-reset' | 'task' | 'webhook';

/** A due job, and how often it has been tried. */
export interface DueJob extends Job {
  readonly attempts: number;
}

/** What is kept of a successful delivery: the status of the response, if there was one, and further data about it. */
export interface Delivered {
  readonly answered: number;
  readonly answer?: object;
}

/** A failed delivery. */
export class DeliveryFailure extends Error {
  /** The status of the response; null if there was none. */
  readonly answered: number | null;
  readonly answer: object | null;
  /** How long the receiver asks to wait, in milliseconds; null if it does not say. */
  readonly waitMs: number | null;

  constructor(
    message: string,
    answered: number | null = null,
    answer: object | null = null,
    waitMs: number | null = null,
  ) {
    super(message);
    this.answered = answered;
    this.answer = answer;
    this.waitMs = waitMs;
  }
}

/** A failure that a retry will not fix. */
export class PermanentFailure extends DeliveryFailure {}
