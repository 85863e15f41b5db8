import { type ComputedRef, computed } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { KINDS, type Kind } from './file.ts';
import { type Listing, listingAddress, SORTS, type Sort } from './listing.ts';

/** What the page of files shows, according to its address. */
export function useListing(): {
  readonly listing: ComputedRef<Listing>;
  readonly opened: ComputedRef<number | null>;
  readonly show: (change: Partial<Listing>) => void;
  readonly open: (id: number | null) => void;
} {
  const route = useRoute();
  const router = useRouter();
  const text = (name: string): string => {
    const value = route.query[name];
    return typeof value === 'string' ? value : '';
  };
  const listing = computed<Listing>(() => {
    const id = Number(route.params.folder);
    const inNone = route.params.folder === 'none' ? null : 'all';
    return {
      folder: Number.isInteger(id) && id > 0 ? id : inNone,
      q: text('q'),
      kind: KINDS.includes(text('kind') as Kind) ? (text('kind') as Kind) : null,
      sort: SORTS.includes(text('sort') as Sort) ? (text('sort') as Sort) : '-uploaded_on',
    };
  });
  const go = (next: Listing, file: number | null): void => {
    const { all: _, ...query } = listingAddress(next);
    const folder = next.folder === 'all' ? '' : next.folder === null ? 'none' : String(next.folder);
    void router.replace({ name: 'files', params: { folder }, query: { ...query, ...(file !== null && { file }) } });
  };
  const opened = computed(() => Number(text('file')) || null);
  return {
    listing,
    opened,
    show: (change) => go({ ...listing.value, ...change }, null),
    open: (id) => go(listing.value, id),
  };
}
