import { OctavoError } from '@octavo/client';
import { explainFailure } from '../api/failure.ts';
import { isOutdated } from '../api/refused.ts';
import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Values } from './form.ts';

/** The server's refusals by field, and those about no field. */
export interface Refusal {
  readonly fields: Readonly<Record<string, string>>;
  readonly rest: readonly string[];
}

const INVALID = 4;
const UNPROCESSABLE = 12;
const DUPLICATE = 204;
const STRUCTURE = 213;
const FIELD_DENIED = 305;

/** The server's sentences about values, and ours. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/should not be (blank|null)/, 'item.error.required'],
  [/valid email/, 'item.error.email'],
  [/valid date\b/, 'item.error.date'],
  [/valid time\b/, 'item.error.time'],
  [/valid datetime/, 'item.error.datetime'],
  [/of type numeric/, 'item.error.number'],
  [/of type (array|json)/, 'item.error.structure'],
  [/is not valid/, 'item.error.pattern'],
];

/** Assigns the server's refusals to the fields that they are about. */
export function refusalOf(error: unknown, collection: Collection, sent: Values): Refusal {
  if (!(error instanceof OctavoError)) return { fields: {}, rest: [explainFailure(error)] };
  if (isOutdated(error)) return { fields: {}, rest: [t('item.outdated')] };
  if (error.code === INVALID) return invalidOf(error.message, collection);
  const field = fieldOf(error, collection, sent);
  if (!field) return { fields: {}, rest: [explainFailure(error)] };
  return { fields: { [field.name]: reasonOf(error, field) }, rest: [] };
}

/** `title: This value should not be blank. minutes: This value …` by field. */
function invalidOf(message: string, collection: Collection): Refusal {
  const parts = [...message.matchAll(/(?:^|\s)([^\s:]+): (.*?)(?=\s[^\s:]+: |$)/gs)];
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const [, name = '', text = ''] of parts) {
    if (collection.field(name)) fields[name] = inOurWords(text.trim());
    else rest.push(`${name}: ${inOurWords(text.trim())}`);
  }
  return parts.length === 0 ? { fields, rest: [t('error.unknown', { message })] } : { fields, rest };
}

function inOurWords(text: string): string {
  const key = SENTENCES.find(([pattern]) => pattern.test(text))?.[1];
  const range = /between (\S+) and (\S+?)\.?$/.exec(text);
  const choices = /one of (.*?)\.?$/.exec(text);
  if (range) return t('item.error.between', { low: range[1] ?? '', high: range[2] ?? '' });
  if (choices) return t('item.error.choice', { choices: choices[1] ?? '' });
  return key ? t(key) : text;
}

function fieldOf({ code, message }: OctavoError, collection: Collection, sent: Values): Field | undefined {
  if (code === STRUCTURE || code === FIELD_DENIED) {
    const [, name = '', other] = /"([^"]+)" (?:field )?in "([^"]+)"/.exec(message) ?? [];
    return other === collection.name ? collection.field(name) : undefined;
  }
  if (code === UNPROCESSABLE) {
    const label = /for '([^']+)' is longer/.exec(message)?.[1]?.toLowerCase();
    return collection.fields.find(({ name }) => name.replaceAll('_', ' ').toLowerCase() === label);
  }
  if (code !== DUPLICATE || !message.includes(`for collection "${collection.name}"`)) return undefined;
  const named = /has this value in "([^"]+)"/.exec(message)?.[1];
  if (named && collection.field(named)) return collection.field(named);
  const value = /^Duplicate key "(.*)" for collection/s.exec(message)?.[1];
  const unique = collection.fields.filter(({ name, isUnique, isKey }) => (isUnique || isKey) && name in sent);
  return unique.find(({ name }) => String(sent[name]) === value) ?? (unique.length === 1 ? unique[0] : undefined);
}

function reasonOf({ code }: OctavoError, field: Field): string {
  if (code === DUPLICATE) return t('item.error.duplicate');
  if (code === STRUCTURE) return t('item.error.single');
  if (code === FIELD_DENIED) return t('item.error.fieldDenied');
  return t('item.error.tooLong', { max: field.length ?? 0 });
}
