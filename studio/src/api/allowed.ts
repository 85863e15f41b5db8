import { shallowReactive, watch } from 'vue';
import type { Permissions } from '../model/permissions.ts';
import type { Project } from './project.ts';

/** What the server lets the caller do with an item. */
export interface Allowed {
  readonly update: boolean;
  readonly delete: boolean;
}

/** A question about an item, or about any where there is none. */
interface Question {
  readonly collection: string;
  readonly item?: string;
  readonly action: keyof Allowed;
}

/** What the server answers, as far as Studio goes by it. */
interface Answer {
  readonly allowed: boolean;
  /** The rules about single items that decide. */
  readonly rules: readonly { readonly action: string }[];
}

/** So many questions fit in a request. */
export const MOST_QUESTIONS = 100;
/** Roles that must give a reason are asked for it when they save. */
const WITH_A_REASON = { comment: 'Studio' };

/** Asks the server in one request. Empty where it does not say. */
async function explain({ client }: Project, questions: readonly Question[]): Promise<readonly Answer[]> {
  if (questions.length === 0) return [];
  const sent = questions.map((question) => ({ ...question, fields: [] }));
  return client.request<Answer[]>('POST', '/permissions/explain', WITH_A_REASON, sent).catch(() => []);
}

/**
 * Asks the server what the caller may do with an item, since only the server knows its owner and the rules about single
 * items. What the answer does not mention counts as allowed: the server checks every request anyway.
 */
export async function allowedOf(project: Project, collection: string, item: string): Promise<Allowed> {
  const { permissions } = project;
  const asked = (['update', 'delete'] as const).filter((action) => mustAsk(permissions, action, collection));
  const answers = await explain(
    project,
    asked.map((action) => ({ collection, item, action })),
  );
  const isAllowed = (action: keyof Allowed): boolean =>
    asked.includes(action) ? (answers[asked.indexOf(action)]?.allowed ?? true) : permissions.may(action, collection);
  return { update: isAllowed('update'), delete: isAllowed('delete') };
}

const mustAsk = (permissions: Permissions, action: keyof Allowed, collection: string): boolean =>
  !permissions.isAdministrator && permissions.may(action, collection);

/** What the caller wants to do with items of a collection. */
interface Deed<T> {
  readonly action: keyof Allowed;
  readonly collection: string;
  readonly keyOf: (item: T) => string;
}

/** What the server says about items of a list, where only it can say it. */
export interface Judge<T> {
  /** Whether it lets the caller do it. What it has not said counts as allowed: it judges every request anyway. */
  readonly allows: (item: T) => boolean;
  /** Asks about the items that it was not asked about as they are read now. */
  readonly ask: (items: readonly T[]) => Promise<void>;
}

/** Asks the server about items of a list, a hundred in a request; not where levels alone decide, which Studio knows. */
export function makeJudge<T extends object>(project: Project, { action, collection, keyOf }: Deed<T>): Judge<T> {
  const said = shallowReactive(new WeakMap<T, boolean>());
  const asked = new WeakMap<T, Promise<void>>();
  let depends: Promise<boolean> | undefined;

  async function judge(items: readonly T[]): Promise<void> {
    depends ??= dependsOnItem(project, action, collection);
    if (!(await depends)) return;
    for (let at = 0; at < items.length; at += MOST_QUESTIONS) await judgeSome(items.slice(at, at + MOST_QUESTIONS));
  }

  async function judgeSome(items: readonly T[]): Promise<void> {
    const answers = await explain(
      project,
      items.map((item) => ({ collection, action, item: keyOf(item) })),
    );
    for (const [index, item] of items.entries()) said.set(item, answers[index]?.allowed ?? true);
  }

  return {
    allows: (item) => said.get(item) ?? true,
    async ask(items) {
      const judging = judge(items.filter((item) => !asked.has(item)));
      for (const item of items) if (!asked.has(item)) asked.set(item, judging);
      await Promise.all(items.map((item) => asked.get(item)));
    },
  };
}

/** A judge who is asked about whatever is listed. */
export function useJudge<T extends object>(project: Project, deed: Deed<T>, listed: () => readonly T[]): Judge<T> {
  const judge = makeJudge(project, deed);
  watch(listed, (items) => void judge.ask(items), { immediate: true });
  return judge;
}

/** Whether it takes more than levels to know it: rules about single items, or owners whom Studio does not know. */
async function dependsOnItem(project: Project, action: keyof Allowed, collection: string): Promise<boolean> {
  const { permissions, schema } = project;
  if (permissions.isAdministrator || !permissions.may(action, collection)) return false;
  const hasUnknownOwners = schema.collection(collection)?.isSystem || permissions.goesByRole(collection);
  if (hasUnknownOwners && !permissions.may(action, collection, undefined, 'full')) return true;
  const [answer] = await explain(project, [{ collection, action }]);
  return answer?.rules.some((rule) => rule.action === action) ?? false;
}
