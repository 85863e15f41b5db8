import type { Activity, State } from '../history/entries.ts';

/** A record of the activity, as the list reads it. */
export interface Deed extends Activity {
  readonly collection: string;
  readonly item: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

/** The content of a record: the key of its sentence, and what it names. */
export interface Sentence {
  readonly key: string;
  /** The sentence names an item, with its collection. */
  readonly namesItem: boolean;
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['create', 'created'],
  ['upload', 'uploaded'],
  ['update', 'changed'],
  ['soft-delete', 'binned'],
  ['delete', 'deleted'],
  ['revert', 'reverted'],
  ['comment', 'commented'],
  ['view-as', 'viewed'],
  ['task', 'asked'],
  ['task-done', 'didTask'],
  ['task-declined', 'declinedTask'],
  ['task-withdrawn', 'withdrewTask'],
]);
/** Actions that concern only a user. */
const PERSONAL: ReadonlyMap<string, string> = new Map([
  ['authenticate', 'entered'],
  ['invalid-credentials', 'refused'],
  ['status-update', 'standing'],
]);

/** The sentence of a record. Actions that concern only a user name only the user; unknown actions are shown as they are. */
export function sentenceOf({ action }: Pick<Deed, 'action'>): Sentence {
  const personal = PERSONAL.get(action);
  if (personal) return { key: `activity.${personal}`, namesItem: false };
  return { key: `activity.${VERBS.get(action) ?? 'other'}`, namesItem: true };
}

/** A sentence in three parts, so that what it names can be a link: before, the name, after. */
export function around(text: string, hole: string): readonly [string, string] {
  const at = text.indexOf(hole);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + hole.length)];
}

/** How many of a collection's fields a write sent. */
export const sentFields = (delta: State, known: (name: string) => boolean): number =>
  Object.keys(delta).filter(known).length;
