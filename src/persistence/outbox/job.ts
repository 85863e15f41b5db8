/** Something that is to leave the server, as it was put into the outbox. */
export interface Job {
  readonly kind: JobKind;
  /** Who receives it; `mail` for the mail server. What goes to one receiver never waits for another. */
  readonly queue?: string;
  /** What it is about, in words that hold no secret: administrators see it. At most 255 characters. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type JobKind = 'mail' | 'password-reset' | 'webhook';

/** A job that is due, and how often it has been tried. */
export interface DueJob extends Job {
  readonly id: number;
  readonly attempts: number;
}

/** What is kept of a delivery that was taken: the status of the answer, where there was one. */
export interface Delivered {
  readonly answered: number;
}

/** A delivery that was not taken. */
export class DeliveryFailure extends Error {
  /** The status of the answer; null where there was none. */
  readonly answered: number | null;

  constructor(message: string, answered: number | null = null) {
    super(message);
    this.answered = answered;
  }
}

/** A failure that trying again will not mend. */
export class PermanentFailure extends DeliveryFailure {}
