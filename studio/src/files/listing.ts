import type { RowsQuery } from '../list/layouts/rows.ts';
import { FILE_FIELDS, type Kind } from './file.ts';

export const SORTS = ['-uploaded_on', 'uploaded_on', 'title', '-title', '-filesize', 'filesize'] as const;
export type Sort = (typeof SORTS)[number];

/** Which files are listed, as in the address of the page. */
export interface Listing {
  /** A folder's id; null for files in none; 'all' for every file. */
  readonly folder: number | null | 'all';
  readonly q: string;
  readonly kind: Kind | null;
  readonly sort: Sort;
}

/** The conditions for a kind of file, by media type. */
const KIND_FILTERS: Readonly<Record<Kind, unknown>> = {
  image: { rlike: 'image/%' },
  video: { or: [{ rlike: 'video/%' }, { rlike: 'embed/%' }] },
  audio: { rlike: 'audio/%' },
  pdf: { eq: 'application/pdf' },
  text: { or: [{ rlike: 'text/%' }, { eq: 'application/json' }] },
  other: {
    nrlike: 'image/%',
    and: [
      { nrlike: 'video/%' },
      { nrlike: 'embed/%' },
      { nrlike: 'audio/%' },
      { neq: 'application/pdf' },
      { nrlike: 'text/%' },
    ],
  },
};

/** The condition for files that a field takes, such as `image/*,application/pdf`; undefined for all. */
export function acceptFilter(accept: string | undefined): unknown {
  const types = (accept ?? '')
    .split(',')
    .map((type) => type.trim().toLowerCase())
    .filter((type) => /^[a-z0-9.+-]+\/[a-z0-9.+*-]+$/.test(type) && type !== '*/*');
  if (types.length === 0) return undefined;
  return {
    type: { or: types.map((type) => (type.endsWith('/*') ? { rlike: `${type.slice(0, -1)}%` } : { eq: type })) },
  };
}

/** Whether a media type is one of those that a field takes. */
export function isAccepted(type: string | null | undefined, accept: string | undefined): boolean {
  const types = (accept ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each.includes('/'));
  if (types.length === 0) return true;
  return types.some(
    (each) => each === '*/*' || each === type || (each.endsWith('/*') && (type ?? '').startsWith(each.slice(0, -1))),
  );
}

/** The query of a listing. A search looks everywhere. */
export function listingQuery({ folder, q, kind, sort }: Listing, more?: unknown): RowsQuery {
  const inFolder =
    q !== '' || folder === 'all' ? undefined : { folder: folder === null ? { null: true } : { eq: folder } };
  const ofKind = kind ? { type: KIND_FILTERS[kind] } : undefined;
  const all = [inFolder, ofKind, more].filter((each) => each !== undefined);
  return {
    collection: 'directus_files',
    fields: FILE_FIELDS,
    sort,
    ...(q !== '' && { q }),
    ...(all.length > 0 && { filter: { and: all } }),
  };
}

/** A listing as part of an address. */
export const listingAddress = ({ folder, q, kind, sort }: Listing): Readonly<Record<string, string>> => ({
  ...(q !== '' && { q }),
  ...(kind && { kind }),
  ...(sort !== '-uploaded_on' && { sort }),
  ...(folder === 'all' && { all: '1' }),
});
