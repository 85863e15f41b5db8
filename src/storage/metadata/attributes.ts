import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Settings } from '../../schema/settings.ts';
import { exceededLength } from '../../schema/value-length.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { turnsImages } from '../images/upright.ts';
import type { StoredContent } from '../store-content.ts';
import type { Caption } from './caption.ts';

/** Attributes that the server determines itself; values from callers are ignored. (Contract, F-70.) */
export const MADE_BY_SERVER: readonly string[] = [
  'storage',
  'type',
  'uploaded_by',
  'uploaded_on',
  'charset',
  'filesize',
  'width',
  'height',
  'duration',
  'embed',
  'checksum',
];

/** The most characters of tags in one text. */
const MAX_TAGS = 65_535;

/** The attributes that callers decide, without the data and without the server's attributes; tags become a list. */
export function ownAttributes(payload: Payload, alsoWithout: readonly string[] = []): Record<string, unknown> {
  const dropped = new Set(['data', ...MADE_BY_SERVER, ...alsoWithout]);
  const kept = Object.entries(payload).filter(([name]) => !dropped.has(name));
  const attributes: Record<string, unknown> = Object.fromEntries(kept);
  const { tags, folder } = attributes;
  // No column holds longer ones.
  if (typeof tags === 'string' && tags.length <= MAX_TAGS)
    attributes.tags = tags.split(',').flatMap((tag) => tag.trim() || []);
  // In a form, null can only be sent as an empty text.
  if (folder === '') attributes.folder = null;
  return attributes;
}

/** The attributes of a file that its bytes determine. `charset` is null if the type determines it. */
export function contentAttributes(
  { size, checksum, description }: StoredContent,
  settings: Settings,
  charset: string | null,
): Payload {
  const { type, duration } = description;
  const swaps = description.isTurned && turnsImages(settings);
  const [width, height] = swaps ? [description.height, description.width] : [description.width, description.height];
  const found = type.startsWith('image/') ? 'binary' : (description.charset ?? '');
  return {
    type,
    charset: charset ?? found,
    filesize: size,
    width,
    height,
    duration: Math.round(duration ?? 0),
    checksum,
  };
}

/**
 * Descriptive attributes from the file's metadata or from a provider, for those that the caller does not send, cut to
 * the length of their columns. `silence` is the value for unknown texts.
 */
export function describedAttributes(
  collection: Collection,
  said: Caption,
  given: Payload,
  silence: '' | null,
): Payload {
  const text = (name: 'description' | 'location') => fitting(collection, name, said[name] ?? '') || silence;
  const found = {
    description: text('description'),
    location: text('location'),
    tags: fittingTags(collection, said.tags),
  };
  return Object.fromEntries(Object.entries(found).filter(([name]) => given[name] === undefined));
}

/** A text, cut to the length of its column without splitting characters. */
export function fitting({ byName }: Collection, name: string, text: string): string {
  const field = byName.get(name);
  const length = field && exceededLength(text, field);
  return length === undefined ? text : [...text].slice(0, Number(length)).join('');
}

/** As many tags as fit into their column; null if there are none. */
function fittingTags({ byName }: Collection, tags: readonly string[] | null): readonly string[] | null {
  const field = byName.get('tags');
  const kept: string[] = [];
  for (const tag of tags ?? []) {
    if (field && exceededLength([...kept, tag], field) !== undefined) break;
    kept.push(tag);
  }
  return kept.length > 0 ? kept : null;
}

/** The upload time in its stored form. */
export const uploadedAt = (now: Date): Payload => ({ uploaded_on: sqlDatetime(now) });
