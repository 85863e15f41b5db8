import type { Collection } from '../../schema/collection.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import type { Context } from '../context.ts';
import type { Payload } from '../items/payload.ts';
import type { StoredContent } from './content.ts';

/** Attributes that the server finds out by itself: what callers say of them is not heard. (Facts of files, section 4.3.) */
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
export function contentAttributes({ size, checksum, description }: StoredContent, charset: string | null): Payload {
  const { type, width, height, duration } = description;
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

/** The texts that a content brings along, where the caller gave none; as much of them as the columns hold. */
export function describedAttributes(collection: Collection, { description }: StoredContent, given: Payload): Payload {
  const { location, tags, metadata } = description;
  const fitting = (name: string, text: string): string => text.slice(0, lengthOf(collection, name));
  const found = {
    description: description.description ?? '',
    location: fitting('location', location ?? ''),
    tags: tags && tags.length > 0 ? fitting('tags', tags.join(',')).split(',') : null,
    metadata,
  };
  return Object.fromEntries(Object.entries(found).filter(([name]) => given[name] === undefined));
}

/** As much of a text as a column holds. */
export function lengthOf({ byName }: Collection, name: string): number {
  return Number(byName.get(name)?.column?.arguments ?? 255) || 255;
}

/** When a file was uploaded, as it is stored. */
export const uploadedNow = ({ now }: Context): Payload => ({ uploaded_on: sqlDatetime(now) });
