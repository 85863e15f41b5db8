/** A value as drivers accept and return it. */
export type Stored = string | number | bigint | boolean | Uint8Array | null;

/** How a database writes a value that it holds as JSON: as the number or the text that it is, as a truth, as a list of texts. */
export type JsonForm = 'integer' | 'text' | 'truth' | 'list';

/** The context of a write: who, and when. */
export interface Stamp {
  /** Id of the calling user; 0 for the public. */
  readonly user: number;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly now: string;
}
