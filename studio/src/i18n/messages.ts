import { shallowReactive, shallowRef } from 'vue';

/** A text with `{names}` to fill in, or one per plural category of `count`. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Messages = Readonly<Record<string, Message>>;
type Values = Readonly<Record<string, string | number>>;

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;
/** Texts of the pages before signing in, of the frame and the lists, of the pages where something is edited, and of sections. */
export type Part =
  | 'entry'
  | 'app'
  | 'forms'
  | 'me'
  | 'people'
  | 'data-model'
  | 'jobs'
  | 'activity'
  | 'settings'
  | 'developer'
  | 'fleet'
  | 'review'
  | 'access'
  | 'why';

const PARTS = import.meta.glob<{ readonly default: Messages }>([
  './*/entry.ts',
  './*/app.ts',
  './*/forms.ts',
  './*/me.ts',
  './*/people.ts',
  './*/data-model.ts',
  './*/jobs.ts',
  './*/activity.ts',
  './*/settings.ts',
  './*/fleet.ts',
  './*/developer.ts',
]);

/** Adds parts that are not loaded with a page. */
export const addParts = (more: Record<string, () => Promise<unknown>>): unknown => Object.assign(PARTS, more);

const texts = shallowReactive<Record<string, Message>>({});
const current = shallowRef<Language>('en');
const loaded = new Set<string>();

/** The language in which Studio speaks. */
export const language = (): Language => current.value;

/** The locale of dates and numbers: the browser's variant of the language, such as `en-GB` of `en`, if it has one. */
export const locale = (): string =>
  globalThis.navigator?.languages.find((tag) => tag.toLowerCase().split('-')[0] === current.value) ?? current.value;

/** The nearest language that Studio has: by exact tag, then by its first part, then English. */
export function nearestLanguage(tags: readonly string[]): Language {
  const found = tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

/** Loads the texts of a part, once. */
export async function loadMessages(part: Part): Promise<void> {
  const path = `./${current.value}/${part}.ts`;
  if (loaded.has(path)) return;
  const module = await PARTS[path]?.();
  Object.assign(texts, module?.default);
  loaded.add(path);
}

/** Changes the language, and loads its texts for the parts that are in use. */
export async function setLanguage(next: Language): Promise<void> {
  if (next === current.value) return;
  const parts = [...loaded].map((path) => path.replace(/^.*\/|\.ts$/g, '') as Part);
  current.value = next;
  loaded.clear();
  document.documentElement.lang = next;
  await Promise.all(parts.map(loadMessages));
}

/** A text in the current language. `count` among the values chooses the plural. */
export function t(key: string, values: Values = {}): string {
  const message = texts[key];
  if (message === undefined) return key;
  const { count } = values;
  const text = typeof message === 'string' ? message : pluralOf(message, Number(count));
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => shown(values[name], whole));
}

function pluralOf(message: Exclude<Message, string>, count: number): string {
  return message[new Intl.PluralRules(current.value).select(count)] ?? message.other;
}

function shown(value: string | number | undefined, otherwise: string): string {
  return typeof value === 'number' ? number(value) : (value ?? otherwise);
}

/** A number as the current locale writes it. */
export const number = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale(), options).format(value);
