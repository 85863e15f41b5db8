/** A value as drivers accept and return it. */
export type Stored = string | number | bigint | boolean | Uint8Array | null;

/** How a database can write a stored value as JSON: as a number, as a text, as a boolean, or as a list of texts. */
export type JsonForm = 'integer' | 'text' | 'truth' | 'list';

/** The context of a write: who makes it, and when. */
export interface Stamp {
  /** Id of the calling user; 0 for the public. */
  readonly user: number;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly now: string;
}
