import { shallowReactive, watch } from 'vue';
import type { Permissions } from '../model/permissions.ts';
import type { Project } from './project.ts';

/** What the server lets the caller do with an item. */
export interface Allowed {
  readonly update: boolean;
  readonly delete: boolean;
}

/** A question about one item, or, without `item`, about the collection. */
interface Question {
  readonly collection: string;
  readonly item?: string;
  readonly action: keyof Allowed;
}

/** The part of the server's explanation that Studio uses. */
interface Answer {
  readonly allowed: boolean;
  /** The item rules that decide. */
  readonly rules: readonly { readonly action: string }[];
}

/** The most questions that the server answers in one request. */
export const MAX_QUESTIONS = 100;
/** Roles that must give a reason are asked for it when they save. */
const WITH_A_REASON = { comment: 'Studio' };

/** Sends all questions in one request. Returns an empty list if the request fails. */
async function explain({ client }: Project, questions: readonly Question[]): Promise<readonly Answer[]> {
  if (questions.length === 0) return [];
  const body = questions.map((question) => ({ ...question, fields: [] }));
  return client.request<Answer[]>('POST', '/permissions/explain', WITH_A_REASON, body).catch(() => []);
}

/**
 * Asks the server what the caller may do with an item, since only the server knows its owner and the rules about single
 * items. What the answer does not mention counts as allowed: the server checks every request anyway.
 */
export async function allowedOf(project: Project, collection: string, item: string): Promise<Allowed> {
  const { permissions } = project;
  const sent = (['update', 'delete'] as const).filter((action) => mustAsk(permissions, action, collection));
  const answers = await explain(
    project,
    sent.map((action) => ({ collection, item, action })),
  );
  const isAllowed = (action: keyof Allowed): boolean =>
    sent.includes(action) ? (answers[sent.indexOf(action)]?.allowed ?? true) : permissions.may(action, collection);
  return { update: isAllowed('update'), delete: isAllowed('delete') };
}

const mustAsk = (permissions: Permissions, action: keyof Allowed, collection: string): boolean =>
  !permissions.isAdministrator && permissions.may(action, collection);

/** An action on items of a collection. */
interface ItemAction<T> {
  readonly action: keyof Allowed;
  readonly collection: string;
  readonly keyOf: (item: T) => string;
}

/** A permission check for the items of a list, for which only the server knows the answers. */
export interface PermissionCheck<T> {
  /** Whether the caller may act on an item. True until the server has answered: it checks every request anyway. */
  readonly allows: (item: T) => boolean;
  /** Asks the server about the items that it has not been asked about in their current version. */
  readonly load: (items: readonly T[]) => Promise<void>;
}

/**
 * Makes a permission check that asks the server in batches. It sends nothing about single items if the role's levels
 * decide alone, because Studio knows those.
 */
export function makePermissionCheck<T extends object>(
  project: Project,
  { action, collection, keyOf }: ItemAction<T>,
): PermissionCheck<T> {
  const allowed = shallowReactive(new WeakMap<T, boolean>());
  const requested = new WeakMap<T, Promise<void>>();
  let depends: Promise<boolean> | undefined;

  async function check(items: readonly T[]): Promise<void> {
    depends ??= dependsOnItem(project, action, collection);
    if (!(await depends)) return;
    for (let at = 0; at < items.length; at += MAX_QUESTIONS) await checkBatch(items.slice(at, at + MAX_QUESTIONS));
  }

  async function checkBatch(items: readonly T[]): Promise<void> {
    const answers = await explain(
      project,
      items.map((item) => ({ collection, action, item: keyOf(item) })),
    );
    for (const [index, item] of items.entries()) allowed.set(item, answers[index]?.allowed ?? true);
  }

  return {
    allows: (item) => allowed.get(item) ?? true,
    async load(items) {
      const checking = check(items.filter((item) => !requested.has(item)));
      for (const item of items) if (!requested.has(item)) requested.set(item, checking);
      await Promise.all(items.map((item) => requested.get(item)));
    },
  };
}

/** A permission check that loads its answers for the listed items whenever they change. */
export function usePermissionCheck<T extends object>(
  project: Project,
  action: ItemAction<T>,
  listed: () => readonly T[],
): PermissionCheck<T> {
  const check = makePermissionCheck(project, action);
  watch(listed, (items) => void check.load(items), { immediate: true });
  return check;
}

/** Whether the answer differs by item: because of item rules, or because Studio does not know the owners. */
async function dependsOnItem(project: Project, action: keyof Allowed, collection: string): Promise<boolean> {
  const { permissions, schema } = project;
  if (permissions.isAdministrator || !permissions.may(action, collection)) return false;
  const hasUnknownOwners = schema.collection(collection)?.isSystem || permissions.goesByRole(collection);
  if (hasUnknownOwners && !permissions.may(action, collection, undefined, 'full')) return true;
  const [answer] = await explain(project, [{ collection, action }]);
  return answer?.rules.some((rule) => rule.action === action) ?? false;
}
