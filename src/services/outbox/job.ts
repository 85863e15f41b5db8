/** Something that is to leave the server, as it was put into the outbox. */
export interface Job {
  readonly kind: JobKind;
  /** What it is about, in words that hold no secret: administrators see it. At most 255 characters. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type JobKind = 'mail' | 'password-reset';

/** A job that is due, and how often it has been tried. */
export interface DueJob extends Job {
  readonly id: number;
  readonly attempts: number;
}

/** A failure that trying again will not mend. */
export class PermanentFailure extends Error {}
