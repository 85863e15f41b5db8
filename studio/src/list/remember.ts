import { listKey } from './links.ts';

/** Stores which items a list shows, in its order, so that their pages lead from one to the next. */
export function rememberList(project: string, collection: string, keys: readonly string[], address: string): void {
  try {
    sessionStorage.setItem(listKey(project, collection), JSON.stringify({ keys, address }));
  } catch {
    // The browser has no room; the pages do not lead to others.
  }
}
