import type { Kind, Setting } from './catalogue.ts';
import { sizeFaults } from './sizes.ts';

/** A row of `directus_settings`, as it is listed: with its value in the type of its field. */
export interface SettingRow {
  readonly id: number;
  readonly key: string;
  readonly value: unknown;
}

/** Settings in a form: texts, empty if nothing is set. */
export type Draft = Readonly<Record<string, string>>;

/** A value as text: files by their key, yes and no as 1 and 0. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return String(value);
  const { id } = value as { readonly id?: unknown };
  return id === undefined ? JSON.stringify(value) : String(id);
}

/** The present value of a setting. Without a row, switches and choices have the server's default. */
export function storedOf({ key, kind, preset }: Setting, rows: ReadonlyMap<string, SettingRow>): string {
  const row = rows.get(key);
  if (kind === 'switch') return row ? (isOn(textOf(row.value)) ? '1' : '0') : preset;
  if (kind === 'choice') return row ? textOf(row.value) || preset : preset;
  return row ? textOf(row.value) : '';
}

const isOn = (text: string): boolean => !['', '0', 'false'].includes(text);

/** The differences from the stored settings. */
export function changesOf(settings: readonly Setting[], draft: Draft, rows: ReadonlyMap<string, SettingRow>): Draft {
  const changed = settings.filter((setting) => {
    const typed = draft[setting.key];
    return typed !== undefined && typed.trim() !== storedOf(setting, rows).trim();
  });
  return Object.fromEntries(changed.map(({ key }) => [key, (draft[key] ?? '').trim()]));
}

/** The rows that change settings: existing ones, and new ones. An empty text is stored as null. */
export interface Writes {
  readonly update: readonly { readonly id: number; readonly value: string | null }[];
  readonly create: readonly { readonly key: string; readonly value: string | null }[];
}

export function writesOf(changes: Draft, rows: ReadonlyMap<string, SettingRow>): Writes {
  const entries = Object.entries(changes).map(([key, text]) => ({ key, value: text === '' ? null : text }));
  return {
    update: entries.flatMap(({ key, value }) => {
      const row = rows.get(key);
      return row ? [{ id: row.id, value }] : [];
    }),
    create: entries.filter(({ key }) => !rows.has(key)),
  };
}

/** What is wrong with a text, by the name of the reason; null if nothing is. */
export function faultOf({ kind, key }: Pick<Setting, 'kind' | 'key'>, text: string): string | null {
  const value = text.trim();
  if (value === '') return key === 'project_name' ? 'missing' : null;
  return CHECKS[kind]?.(value) ?? null;
}

const unless = (fits: boolean, reason: string): string | null => (fits ? null : reason);

const CHECKS: Readonly<Partial<Record<Kind, (text: string) => string | null>>> = {
  number: (text) => unless(/^[1-9]\d{0,8}$/.test(text), 'number'),
  colour: (text) => unless(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text), 'colour'),
  address: (text) => unless(/^https?:\/\/[^\s/]+/i.test(text), 'address'),
  sizes: (text) => unless(sizeFaults(text).length === 0, 'sizes'),
  types: (text) =>
    unless(
      text.split(',').every((type) => /^[\w.+-]+\/([\w.+-]+|\*)$/.test(type.trim())),
      'types',
    ),
};
