import { isRecord } from '../shared/is-record.ts';
import { didYouMean } from '../shared/nearest.ts';
import type { KnownKey, KnownKeys } from './section-keys.ts';

/** An unknown key, with the keys above it, and what to say about it. */
interface UnknownKey {
  readonly path: string;
  readonly message: string;
}

/** The unknown keys of a configuration, at every depth. */
export function unknownKeys(known: KnownKeys, given: unknown, before = ''): UnknownKey[] {
  if (!isRecord(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const path = `${before}${name.slice(0, 60)}`;
    const key: KnownKey | undefined = Object.hasOwn(known, name) ? known[name] : undefined;
    if (key === undefined)
      return [{ path, message: `This key is unknown. ${didYouMean(name, Object.keys(known))}`.trim() }];
    return typeof key === 'object' ? unknownKeys(key, value, `${path}.`) : [];
  });
}
