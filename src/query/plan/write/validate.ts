import { ApiError } from '../../../errors/api-error.ts';
import { Violations, violation } from '../../../errors/violations.ts';
import { type Matched, matchesPattern, type PatternQuestion } from '../../../patterns/pattern.ts';
import { validateValue } from '../../../schema/codec.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Column } from '../../../schema/column.ts';
import type { Field, FieldType } from '../../../schema/field.ts';
import { storedText } from '../../../schema/stored-text.ts';
import { isEmail } from '../../../shared/email.ts';
import { isBlank } from '../../../shared/is-blank.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { asText } from '../../../shared/text.ts';
import type { WriteContext } from './context.ts';
import { plainOf } from './hashed.ts';
import { refuseLongValues } from './lengths.ts';
import { type Payload, sentIn } from './payload.ts';
import type { Step } from './plan.ts';
import type { RuleFacts } from './rules.ts';
import { refuseWarnings, type Warning } from './warnings.ts';

/** Whether a payload contains no nested items. */
export function isFlat({ byName }: Collection, payload: Payload): boolean {
  for (const name in payload) {
    const value = payload[name];
    if (typeof value === 'object' && value !== null && byName.get(name)?.relation) return false;
  }
  return true;
}

/** How a payload is validated. */
interface Checks {
  /** Fields that require a value although their columns are nullable. */
  readonly required?: readonly string[] | undefined;
  /** Whether a change is validated by the complete resulting item, or only by what is sent. */
  readonly whole?: boolean | undefined;
  /** Results of pattern searches so far. */
  readonly matched?: Matched;
  /** Collects unanswered questions: until they are answered, the payload cannot be validated. */
  readonly questions?: PatternQuestion[];
}

/**
 * Validates the payload of one item: unknown fields, lengths, then all other rules, reported together. `stored` is the
 * item before the change; null on creation. (Contract, I-80 to I-102.)
 */
export function validatePayload(
  collection: Collection,
  payload: Payload,
  stored: Payload | null,
  checks: Checks = {},
): void {
  refuseUnknown(collection, payload);
  if (skipsRules(collection, payload, stored)) refuseUnstorable(collection, payload, stored);
  else checkRules(collection, payload, stored, checks);
  refuseArrays(collection, payload);
}

/** Refuses fields that the collection does not have, and lists for fields that take none. Errors 12, 213. */
export function refuseForeign(collection: Collection, payload: Payload): void {
  refuseUnknown(collection, payload);
  refuseArrays(collection, payload);
}

function checkRules(collection: Collection, payload: Payload, stored: Payload | null, checks: Checks): void {
  const { required = [], whole = stored === null } = checks;
  refuseLongValues(collection, payload);
  const violations = new Violations();
  for (const field of collection.fields) {
    if (!whole && !Object.hasOwn(payload, field.name)) continue;
    const rule = fieldRule(field, payload, {
      stored,
      sent: Object.hasOwn(payload, field.name),
      asking: checks,
      required,
    });
    const broken = rule ?? brokenStatus(collection, field, payload, stored);
    if (broken) violations.add(field.name, broken);
  }
  violations.throwIfAny();
}

function fieldRule(field: Field, payload: Payload, checked: Checked): Broken {
  const { stored, sent, required, asking } = checked;
  if (!sent && stored) return keptRule(field, plainOf(stored[field.name]), asking);
  const value = plainOf(sentIn(payload, field.name));
  return required.includes(field.name) && hasNoValue(field, value)
    ? violation.blank
    : brokenRule(field, value, checked);
}

/** If some statuses require their fields, items of the other statuses may be incomplete. */
function skipsRules({ status }: Collection, payload: Payload, stored: Payload | null): boolean {
  if (!status || !Array.from(status.statuses.values()).some(({ requiresFields }) => requiresFields)) return false;
  const value = sentIn(payload, status.field.name) ?? stored?.[status.field.name];
  return value !== undefined && value !== null && status.statuses.get(asText(value))?.requiresFields !== true;
}

/** A value that a column cannot hold is refused in every status. */
function refuseUnstorable(collection: Collection, payload: Payload, stored: Payload | null): void {
  refuseLongValues(collection, payload);
  const violations = new Violations();
  for (const [name, given] of Object.entries(payload)) {
    const [field, value] = [collection.byName.get(name), plainOf(given)];
    const unstorable = field && isPlainValue(value, field) ? validateValue(value, field) : undefined;
    const broken = unstorable ?? (field && brokenStatus(collection, field, payload, stored));
    if (broken) violations.add(name, broken);
  }
  violations.throwIfAny();
}

/** Whether a value is to be stored in the field's own column. */
function isPlainValue(value: unknown, { type, relation }: Field): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || (type.structured === true && relation === null);
}

/** Refuses fields that the collection does not have. Error 12. */
function refuseUnknown(collection: Collection, payload: Payload): void {
  const unknown = Object.keys(payload).filter((name) => !collection.byName.has(name));
  if (unknown.length > 0)
    throw new ApiError('unknownPayloadFields', { fields: unknown.join(', '), collection: collection.name });
}

/** The rule that a value breaks. */
type Broken = string | undefined;

/** Results of pattern searches, and the searches still to run. */
type Asking = Pick<Checks, 'matched' | 'questions'>;

interface Checked {
  readonly stored: Payload | null;
  readonly sent: boolean;
  readonly asking: Asking;
  readonly required: readonly string[];
}

function brokenRule(field: Field, value: unknown, { stored, sent, asking }: Checked): Broken {
  if (hasNoValue(field, value)) return blankRule(field, value, stored, sent);
  if (field.relation !== null && typeof value === 'object') return undefined;
  if (typeof value === 'object' && !field.type.structured) return refusedStructure(field, value);
  return validateValue(value, field) ?? patternRule(field, value, asking);
}

/** Whether a value counts as missing in a field: an empty object reads as an empty list where lists are stored. (Contract, I-91.) */
function hasNoValue({ column, type }: Field, value: unknown): boolean {
  const isList = column !== null && type.structured === true;
  return isBlank(value) || (isList && isRecord(value) && Object.keys(value).length === 0);
}

function blankRule(field: Field, value: unknown, stored: Payload | null, sent: boolean): string | undefined {
  const { column, type } = field;
  if (!column) return stored === null && field.row?.required && field.relation !== null ? violation.blank : undefined;
  if (fillsItself(column, type)) return undefined;
  if (mustHaveValue(field)) return violation.blank;
  if (sent && value === null && !column.nullable) return violation.null;
  return value === '' ? validateValue(value, field) : undefined;
}

/** An unchanged value fits its column, but may still break its field's rules. */
function keptRule(field: Field, value: unknown, asking: Asking): Broken {
  if (!field.column || fillsItself(field.column, field.type)) return undefined;
  // A column without nulls that shows null holds a value that cannot be shown, such as a geometry.
  if (value === null && !field.column.nullable) return undefined;
  if (isBlank(value)) return mustHaveValue(field) ? violation.blank : undefined;
  // A hash can no longer be matched against a pattern for the plain value.
  return typeof value === 'object' || field.type.name === 'hash' ? undefined : patternRule(field, value, asking);
}

/** Whether a column has a value although none is sent. */
const fillsItself = ({ autoIncrement, generated }: Column, { automatic }: FieldType): boolean =>
  autoIncrement || generated === true || automatic === true;

function mustHaveValue({ column, type }: Field): boolean {
  return column?.default === null && (!column.nullable || type.name === 'status');
}

/**
 * Dates and times have a message of their own for objects and arrays; other types refuse them later, with their own
 * error.
 */
function refusedStructure(field: Field, value: unknown): string | undefined {
  return ['date', 'time', 'datetime', 'datetime_created', 'datetime_updated'].includes(field.type.name)
    ? validateValue(value, field)
    : undefined;
}

function patternRule(field: Field, value: unknown, { matched, questions = [] }: Asking): Broken {
  const pattern = field.row?.validation;
  const text = storedText(value);
  if (!pattern || text === '') return undefined;
  if (pattern === '$email') return isEmail(text) ? undefined : violation.email;
  const question = { field: field.name, pattern, text };
  const matches = matchesPattern(question, matched);
  if (matches === null) questions.push(question);
  return matches === false ? violation.invalid : undefined;
}

function refuseArrays(collection: Collection, payload: Payload): void {
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    const structure = Array.isArray(value) || isRecord(value);
    if (field?.column && structure && !field.type.structured && field.relation === null && plainOf(value) === value) {
      throw new ApiError('arrayForScalar', { field: name, collection: collection.name });
    }
  }
}

/** Validates a payload; yields the pattern searches that must run first, and returns whether there are none. */
export function* validated(
  { matched }: WriteContext,
  collection: Collection,
  payload: Payload,
  stored: Payload | null,
  { required, whole }: Pick<Checks, 'required' | 'whole'>,
): Generator<Step, boolean> {
  const questions: PatternQuestion[] = [];
  let refusal: unknown;
  try {
    validatePayload(collection, payload, stored, { required, whole, matched, questions });
  } catch (error) {
    refusal = error;
  }
  if (questions.length > 0) {
    yield { do: 'match', questions };
    return false;
  }
  if (refusal !== undefined) throw refusal;
  return true;
}

/**
 * Why a field's value is not a status of the collection, in the contract's words; undefined if it is one, and for other
 * fields. The stored value may always be sent again.
 */
function brokenStatus(
  { status }: Collection,
  { name }: Field,
  payload: Payload,
  stored: Payload | null,
): string | undefined {
  if (status?.field.name !== name || !Object.hasOwn(payload, name)) return undefined;
  const sent = payload[name];
  if (stored && Object.hasOwn(stored, name) && stored[name] === sent) return undefined;
  // Lists and objects are refused like those of any other column.
  if (sent === undefined || (typeof sent === 'object' && sent !== null)) return undefined;
  const isText = typeof sent === 'string' || typeof sent === 'number';
  if (status.statuses.has(isText ? String(sent) : '')) return undefined;
  return violation.expected(`one of ${[...status.statuses.keys()].join(', ')}`);
}

/** Refuses probable mistakes in a payload, or warns about them. Error 4. */
export function* mistakes(rules: RuleFacts, collection: Collection, sent: Payload): Generator<Step> {
  const warnings = checkWritten(collection, sent);
  if (warnings.length > 0) yield { do: 'warn', warnings };
  if (rules.warnings) yield { do: 'rule', rule: 'warnings', payload: sent };
}

/**
 * Refuses what no step would write: lists of related items that are not lists, and lists for fields that have no
 * relation yet. Returns warnings about values of other fields without a column. Null is always accepted. Error 4.
 */
function checkWritten(collection: Collection, payload: Payload): Warning[] {
  const warnings: Warning[] = [];
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    if (!field || field.column || field.madeOf || value === null || value === undefined) continue;
    if (field.relation) refuseWarnings(noList(field, value));
    else if (field.type.toMany) refuseWarnings(noRelation(collection, field, value));
    else warnings.push(noPlace(field));
  }
  return warnings;
}

function noList({ name }: Field, value: unknown): Warning[] {
  if (Array.isArray(value)) return [];
  const sent = isRecord(value) ? 'an object' : `a ${typeof value}`;
  const reason = `This value should be a list of related items or their keys, such as [{"id": 1}], and not ${sent}.`;
  return [{ at: name, reason }];
}

function noRelation(collection: Collection, { name }: Field, value: unknown): Warning[] {
  if (Array.isArray(value) && value.length === 0) return [];
  const reason = `"${collection.name}" has no relation for this field yet: make it first with POST /relations.`;
  return [{ at: name, reason }];
}

function noPlace({ name, type }: Field): Warning {
  return { at: name, reason: `A field of the type "${type.name}" holds no values: leave it out.`, quiet: true };
}
