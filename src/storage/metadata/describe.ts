import type { Readable } from 'node:stream';
import { typeOfName } from '../../shared/media-types.ts';

/** What a file's content says of itself; null or empty where it says nothing. */
export interface ContentDescription {
  /** Media type, like `image/png`. */
  readonly type: string;
  readonly charset: string | null;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly tags: readonly string[] | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Describes content of `size` bytes that `open` streams. What it cannot find out is null. */
export async function describeContent(
  _open: () => Promise<Readable>,
  _size: number,
  name: string,
): Promise<ContentDescription> {
  return {
    type: typeOfName(name),
    charset: null,
    width: null,
    height: null,
    duration: null,
    title: null,
    description: null,
    location: null,
    tags: null,
    metadata: null,
  };
}
