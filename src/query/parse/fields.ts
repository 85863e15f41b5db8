import { ApiError } from '../../errors/api-error.ts';
import type { FieldTree } from '../ast.ts';
import { listOf, type Parameter } from './parameters.ts';

/** The maximum number of levels of relations that a request may expand, and of entries in its list. */
const MAX_LEVELS = 12;
const MAX_ENTRIES = 1000;

interface Draft {
  all: boolean;
  below: Draft | null;
  names: Map<string, Draft | null>;
  without: Set<string>;
}

const draft = (): Draft => ({ all: false, below: null, names: new Map(), without: new Set() });

/** Every readable column: the meaning of an absent `fields`. */
export const ALL_COLUMNS: FieldTree = { all: true, below: null, names: new Map(), without: new Set() };

/** Parses `fields`: names, dots, wildcards and exclusions. (Contract, Q-10 to Q-24.) */
export function parseFields(parameter: Parameter | undefined): FieldTree {
  const entries = listOf(parameter).filter((entry) => entry !== '0');
  if (entries.length === 0) return ALL_COLUMNS;
  if (entries.length > MAX_ENTRIES) throw new ApiError('queryTooLarge', { limit: MAX_ENTRIES, what: 'fields' });
  const root = draft();
  for (const entry of entries) addEntry(root, entry);
  return root;
}

function addEntry(root: Draft, entry: string): void {
  const excluded = entry.startsWith('-');
  const path = (excluded ? entry.slice(1) : entry).split('.');
  if (path.length > MAX_LEVELS) throw new ApiError('queryTooLarge', { limit: MAX_LEVELS, what: 'levels of fields' });
  let node = root;
  for (const name of path.slice(0, -1)) node = child(node, name);
  const last = path.at(-1) ?? '';
  if (excluded) node.without.add(last);
  else addName(node, last);
}

function addName(node: Draft, name: string): void {
  if (name === '*') node.all = true;
  else if (name.startsWith('-')) node.without.add(name.slice(1));
  else if (name !== '' && !node.names.has(name)) node.names.set(name, null);
}

function child(node: Draft, name: string): Draft {
  if (name === '*') {
    node.all = true;
    node.below ??= draft();
    return node.below;
  }
  const existing = node.names.get(name);
  if (existing) return existing;
  const fresh = draft();
  node.names.set(name, fresh);
  return fresh;
}

/** Merges two trees: the result requests what either of them requests. */
export function mergeFields(a: FieldTree | null, b: FieldTree | null): FieldTree | null {
  if (!a || !b) return a ?? b;
  const names = new Map(a.names);
  for (const [name, below] of b.names) names.set(name, mergeFields(names.get(name) ?? null, below));
  return {
    all: a.all || b.all,
    below: mergeFields(a.below, b.below),
    names,
    without: new Set([...a.without, ...b.without]),
  };
}
