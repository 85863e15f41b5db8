/** Metadata of audio or video. */
export interface Recording {
  /** Seconds, rounded; null if unknown. */
  readonly duration: number | null;
  /** Pixels of the first video track; null if there is none. */
  readonly width: number | null;
  readonly height: number | null;
}
