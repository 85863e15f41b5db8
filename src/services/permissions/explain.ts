import { ApiError } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { ACTIONS, type Action, isAction } from '../../permissions/action.ts';
import { type Caller, isAdmin, PUBLIC, roleOf, userIdOf } from '../../permissions/caller.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import { accountById } from '../../persistence/accounts.ts';
import { type Context, planContext } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readOutlines, readWhole } from '../../persistence/read/whole.ts';
import { committed, onBehalfOf, type Source } from '../../persistence/source.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { statusOf } from '../../query/plan/write/status-of.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { needs2FA } from '../auth/account-checks.ts';
import { isVisible } from '../items/guard.ts';
import { refusalOf } from './decide.ts';
import { type ExplainedField, explainFields } from './explain-fields.ts';
import { type ExplainedRule, explainRules } from './explain-rules.ts';

const NAMES = ['user', 'role', 'collection', 'item', 'action', 'fields'];
/** Maximum questions in a list. */
const MAX_QUESTIONS = 100;

/** Why a user or a role may do something, or may not. */
export interface Explanation {
  readonly allowed: boolean;
  /** The error that a request would get; null if it is allowed. */
  readonly refusal: { readonly code: number | null; readonly message: string } | null;
  readonly user: number | null;
  readonly role: number;
  /** Whether requests of the user's account are accepted as the user's; null if the question is about a role. */
  readonly account: {
    readonly status: string;
    readonly counts: boolean;
    readonly second_factor: 'missing' | null;
  } | null;
  readonly collection: string;
  readonly item: string | null;
  readonly action: Action;
  /** The row of permissions that decides; null for administrators, and if there is none. */
  readonly permission: { readonly id: number; readonly status: string | null; readonly level: string } | null;
  readonly rules: readonly ExplainedRule[];
  /** The values that the rules compare, for administrators only. */
  readonly values: Payload | null;
  /** The fields that may not be read or written. */
  readonly fields: readonly ExplainedField[];
}

interface Question {
  readonly collection: Collection;
  readonly item: string | null;
  readonly action: Action;
  readonly fields: ReadonlySet<string> | null;
}

/** Explains one question, or each question of a list, in its order. Errors 10, 4, 12, 200, 202, 203. */
export async function explainQuestions(
  context: Context,
  body: Payload | readonly unknown[],
): Promise<Explanation | readonly Explanation[]> {
  if (!Array.isArray(body)) return explain(context, body as Payload);
  if (body.length > MAX_QUESTIONS) throw new ApiError('queryTooLarge', { limit: MAX_QUESTIONS, what: 'questions' });
  const explanations: Explanation[] = [];
  for (const question of body) {
    if (!isRecord(question)) throw unprocessable('Each question must be an object');
    explanations.push(await explain(context, question));
    await yieldToEventLoop();
  }
  return explanations;
}

/**
 * Explains what the policy of a user or a role decides about an action, using the same checks as requests.
 * Administrators may ask about anybody, others only about themselves. Errors 10, 4, 12, 200, 202, 203.
 */
export async function explain(context: Context, payload: Payload): Promise<Explanation> {
  const question = questionIn(context, payload);
  const subject = await subjectOf(context, payload);
  const source = onBehalfOf(committed(context), subject.caller);
  const stored = await storedItem(source, question, context.caller);
  const isShown = stored !== undefined && (isAdmin(context.caller) || (await isSeen(source, question, stored)));
  const shown = { stored: isShown ? stored : undefined, asker: context.caller, subject };
  const refusal = await refusalOf(source, { ...question, stored, payload: payloadOf(question, shown.stored) });
  return explained(source, question, ofSubject(subject, refusal), shown);
}

/** The item, if the caller may see it, and the subject of the question. */
interface Shown {
  readonly stored: Item | undefined;
  readonly asker: Caller;
  readonly subject: Subject;
}

/** The user or role that a question is about. */
interface Subject {
  /** Who the user's requests come from: the public, if the account cannot sign in. */
  readonly caller: Caller;
  readonly user: number | null;
  readonly account: Explanation['account'];
}

/** Refusals that a request with an invalid token gets as `unauthorized` instead. */
const REFUSALS: ReadonlySet<ErrorName> = new Set([
  'readDenied',
  'createDenied',
  'updateDenied',
  'deleteDenied',
  'fieldReadDenied',
  'fieldWriteDenied',
]);

/** The refusal for the account's requests, which differs if its token is not accepted. */
function ofSubject({ account }: Subject, refusal: ApiError | null): ApiError | null {
  return account?.counts === false && refusal && REFUSALS.has(refusal.entry) ? new ApiError('unauthorized') : refusal;
}

async function explained(
  source: Source,
  { collection, item, action, fields }: Question,
  refusal: ApiError | null,
  { stored, asker, subject }: Shown,
): Promise<Explanation> {
  const policy = planContext(source.context).policy.collection(collection.name);
  const status = statusOf(collection, {}, stored ?? null);
  const permission = policy.permission(status);
  const isOpen = isAdmin(asker);
  const about = stored && item !== null ? { key: item, stored, isOpen } : null;
  const rules = await explainRules(source, collection, action, about);
  return {
    allowed: refusal === null,
    refusal: refusal && { code: refusal.code, message: refusal.message },
    user: subject.user,
    role: roleOf(subject.caller),
    account: subject.account,
    collection: collection.name,
    item,
    action,
    permission: permission && { id: permission.id, status: permission.status, level: permission[action] ?? 'none' },
    rules,
    values: stored && isOpen ? comparedIn(stored, rules) : null,
    fields: explainFields(policy, collection, status, fields),
  };
}

/** The item's own values at the start of the rules' paths. */
function comparedIn(stored: Item, rules: readonly ExplainedRule[]): Payload {
  const names = rules.flatMap(({ filter }) => Object.keys(filter).map((path) => path.split('.', 1)[0] ?? ''));
  return Object.fromEntries([...new Set(names)].map((name) => [name, stored[name]]));
}

function questionIn(context: Context, payload: Payload): Question {
  const unknown = Object.keys(payload).filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw unprocessable(`Unknown: ${unknown.join(', ')}. There are ${NAMES.join(', ')}`);
  const { collection: name, item = null, action, fields = null } = payload;
  const violations = new Violations();
  if (typeof name !== 'string' || name === '') violations.add('collection', violation.blank);
  if (!isAction(action)) violations.add('action', violation.expected(`one of ${ACTIONS.join(', ')}`));
  if (item !== null && typeof item === 'object') violations.add('item', violation.type('string'));
  const areNames = Array.isArray(fields) && fields.every((field) => typeof field === 'string');
  if (fields !== null && !areNames) violations.add('fields', violation.type('array'));
  violations.throwIfAny();
  const collection = presentCollection(context, asText(name));
  const names = fields as string[] | null;
  const missing = names?.find((field) => !collection.byName.has(field));
  if (missing !== undefined) throw new ApiError('invalidField', { field: missing, collection: collection.name });
  return {
    collection,
    item: item === null ? null : asText(item),
    action: action as Action,
    fields: names && new Set(names),
  };
}

/** The subject of the question. Only administrators may ask about others. Errors 10, 203, 12. */
async function subjectOf(context: Context, { user = null, role = null }: Payload): Promise<Subject> {
  const { caller, store } = context;
  const isOwn =
    (user === null || asText(user) === String(userIdOf(caller))) &&
    (role === null || asNumber(role) === roleOf(caller));
  if (isOwn) return { caller, user: userIdOf(caller) || null, account: OPEN };
  if (!isAdmin(caller)) throw new ApiError('adminOnly');
  if (user !== null) return userOf(context, asText(user));
  if (!store.catalog.roles.has(asNumber(role))) throw unprocessable(`There is no role ${asText(role)}`);
  const subject: Caller = asNumber(role) === PUBLIC_ROLE ? PUBLIC : { kind: 'user', id: 0, role: asNumber(role) };
  return { caller: subject, user: null, account: null };
}

/** Callers who ask about themselves have proved that their account is accepted. */
const OPEN = { status: 'active', counts: true, second_factor: null } as const;

async function userOf({ store }: Context, key: string): Promise<Subject> {
  const account = /^\d{1,9}$/.test(key) ? await accountById(store, Number(key), store.database) : null;
  if (!account) throw new ApiError('itemWithIdNotFound', { id: key });
  const { id, status } = account;
  const role = account.role !== null && store.catalog.roles.has(account.role) ? account.role : PUBLIC_ROLE;
  const secondFactor = needs2FA(store, account) ? 'missing' : null;
  const counts = status === 'active' && secondFactor === null;
  const caller: Caller = counts ? { kind: 'user', id, role } : PUBLIC;
  return { caller, user: id, account: { status, counts, second_factor: secondFactor } };
}

/** The item; only its key and status if no other value is shown or written. */
async function storedItem(
  source: Source,
  { collection, item, fields }: Question,
  asker: Caller,
): Promise<Item | undefined> {
  if (item === null || toKey(collection, item) === null) return undefined;
  if (isAdmin(asker) || (fields?.size ?? 0) > 0) return readWhole(source, collection, item);
  const [outline] = (await readOutlines(source, collection, [item])).values();
  return outline;
}

/** The values to write: those that the item already has, if it is shown. A refusal could reveal others. */
function payloadOf({ fields }: Question, stored: Item | undefined): Payload {
  return Object.fromEntries([...(fields ?? [])].map((name) => [name, stored?.[name] ?? null]));
}

/** Whether the caller may see the item. Otherwise the explanation reveals no more than a request would. */
function isSeen(source: Source, { collection, item }: Question, stored: Item): Promise<boolean> {
  return isVisible(source, collection, item ?? '', stored).catch(invisible);
}

/** A role that may read only its own items sees none in a collection without an owner field. */
function invisible(error: unknown): false {
  if (error instanceof ApiError) return false;
  throw error;
}
