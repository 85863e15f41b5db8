import { type ComputedRef, computed, type ShallowRef, shallowRef } from 'vue';
import { isSame } from '../../model/same.ts';
import { ACTIONS, type Access, type AccessRow, LEVELS, type Level, type RuleRow } from './access.ts';
import { withChangesSince } from './since.ts';

/** Rights that are being changed, and the way back. */
export interface Staging {
  readonly stored: ShallowRef<Access>;
  readonly present: ComputedRef<Access>;
  readonly isDirty: ComputedRef<boolean>;
  readonly canUndo: ComputedRef<boolean>;
  /** Makes a change; the same rights as before are none. */
  readonly change: (next: Access) => void;
  readonly undo: () => void;
  /** Takes rights as stored, and forgets what was changed. */
  readonly take: (stored: Access) => void;
  /** Takes rights as a save has stored them, and keeps what was changed after they had been sent. */
  readonly settle: (sent: Access, saved: Access) => void;
}

/** Begins to change stored rights. */
export function stage(first: Access): Staging {
  const stored = shallowRef(first);
  const states = shallowRef<readonly Access[]>([first]);
  const present = computed(() => states.value.at(-1) as Access);
  return {
    stored,
    present,
    isDirty: computed(() => !isSame(present.value, stored.value)),
    canUndo: computed(() => states.value.length > 1),
    change: (next) => {
      if (!isSame(next, present.value)) states.value = [...states.value, next];
    },
    undo: () => {
      if (states.value.length > 1) states.value = states.value.slice(0, -1);
    },
    take: (next) => {
      stored.value = next;
      states.value = [next];
    },
    settle: (sent, saved) => {
      const next = withChangesSince(sent, present.value, saved);
      stored.value = saved;
      states.value = isSame(next, saved) ? [saved] : [saved, next];
    },
  };
}

type Loose = Readonly<Record<string, unknown>>;

/** A row as the server answers it. Levels that are missing are `none`, and creating knows all or nothing. */
export function toRow(row: Loose): AccessRow {
  const list = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.map(String);
    return String(value ?? '')
      .split(',')
      .filter(Boolean);
  };
  const level = (value: unknown): Level => LEVELS.find((each) => each === value) ?? 'none';
  const levels = Object.fromEntries(ACTIONS.map((action) => [action, level(row[action])]));
  return {
    ...(levels as Record<(typeof ACTIONS)[number], Level>),
    id: Number(row.id),
    collection: String(row.collection),
    status: row.status === null || row.status === '' ? null : String(row.status),
    // A level that is missing lets people comment without limit.
    comment: String(row.comment ?? 'full'),
    explain: String(row.explain ?? 'none'),
    read_field_blacklist: list(row.read_field_blacklist),
    write_field_blacklist: list(row.write_field_blacklist),
    status_blacklist: list(row.status_blacklist),
  };
}

/** A rule as the server answers it. */
export const toRule = ({ role: _, ...rule }: RuleRow & { readonly role: number }): RuleRow => rule;
