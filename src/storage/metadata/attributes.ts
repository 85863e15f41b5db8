import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Settings } from '../../schema/settings.ts';
import { exceededLength } from '../../schema/value-length.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { turnsImages } from '../images/upright.ts';
import type { StoredContent } from '../store-content.ts';
import type { Caption } from './caption.ts';

/** Attributes that the server finds out by itself: what callers say of them is not heard. (Contract, F-70.) */
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

/** The attributes that a caller decides: without the content, without those of the server; tags as a list. */
export function ownAttributes(payload: Payload, alsoWithout: readonly string[] = []): Record<string, unknown> {
  const dropped = new Set(['data', ...MADE_BY_SERVER, ...alsoWithout]);
  const kept = Object.entries(payload).filter(([name]) => !dropped.has(name));
  const attributes: Record<string, unknown> = Object.fromEntries(kept);
  const { tags, folder } = attributes;
  if (typeof tags === 'string') attributes.tags = tags.split(',').flatMap((tag) => tag.trim() || []);
  // A form has no other word for nothing.
  if (folder === '') attributes.folder = null;
  return attributes;
}

/** What a content says of itself, as attributes of its file. `charset` is null where it is found out by type. */
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
 * What is said of a file, by its content or by others, where the caller says nothing; as much of it as the columns hold.
 * `silence` stands for texts that nobody knows.
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

/** As much of a text as its column holds; characters stay whole. */
export function fitting({ byName }: Collection, name: string, text: string): string {
  const field = byName.get(name);
  const length = field && exceededLength(text, field);
  return length === undefined ? text : [...text].slice(0, Number(length)).join('');
}

/** As many tags as their column holds; null where there are none. */
function fittingTags({ byName }: Collection, tags: readonly string[] | null): readonly string[] | null {
  const field = byName.get('tags');
  const kept: string[] = [];
  for (const tag of tags ?? []) {
    if (field && exceededLength([...kept, tag], field) !== undefined) break;
    kept.push(tag);
  }
  return kept.length > 0 ? kept : null;
}

/** When a file was uploaded, as it is stored. */
export const uploadedAt = (now: Date): Payload => ({ uploaded_on: sqlDatetime(now) });
