import { OctavoError } from '@octavo/client';
import { type Ref, ref, shallowRef } from 'vue';
import { explainFailure, isSignedOut } from '../api/failure.ts';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { isOutdated } from '../api/refused.ts';
import { t } from '../i18n/messages.ts';
import type { Action } from '../model/permissions.ts';
import { statusOfNew } from './beginning.ts';
import type { Checking } from './checking.ts';
import { makeCreating, typedSince } from './creating.ts';
import type { Draft } from './draft-store.ts';
import type { Drafting } from './drafting.ts';
import type { Form, Values } from './form.ts';
import { type Merged, merge } from './merge.ts';
import { pathsOf } from './paths.ts';
import { asRead, itemPath, type Read, readItem } from './reading.ts';
import { refusalOf } from './server-errors.ts';

/** Why an item was not saved, if that is about no field. */
export interface Problem {
  readonly texts: readonly string[];
  /** What the role does not allow, if that is the reason. */
  readonly denied?: Action;
  /** Whether somebody has deleted the item meanwhile. */
  readonly isGone?: boolean;
  /** Whether somebody has changed the data model meanwhile, so that the page must be reloaded. */
  readonly isOutdated?: boolean;
}

/** What saving needs from its page. */
export interface SavingSeat {
  readonly project: Project;
  readonly form: Form;
  readonly tag: Ref<string | undefined>;
  readonly checking: Checking;
  readonly drafting: Drafting;
  /** Asks for the reason that the role must give; null without an answer. */
  readonly askWhy: (action: Action) => Promise<string | null>;
  /** Asks which of two people's values to keep; null without an answer. */
  readonly decide: (merged: Merged) => Promise<Values | null>;
  /** Shows the first field with an error. */
  readonly showFaults: () => void;
}

export interface Saving {
  readonly busy: Ref<boolean>;
  readonly problem: Ref<Problem | null>;
  /** Whether the session ended before the item was saved, so that the user is being asked to sign in. */
  readonly waitsForSession: Ref<boolean>;
  /** Whether the item was saved, and its author may no longer see it. */
  readonly isUnseen: Ref<boolean>;
  /** Saves the edits. Returns whether they are saved. */
  save: (comment?: string) => Promise<boolean>;
  /** Merges the edits with a newer state of the item. Returns whether nothing is left to decide. */
  takeNewer: (read: Read) => Promise<boolean>;
  /** Restores edits of an earlier visit, merged with the stored item. Returns whether nothing is left to decide. */
  restore: (draft: Draft) => Promise<boolean>;
}

const DENIED: Readonly<Record<number, Action>> = { 300: 'read', 301: 'create', 302: 'update', 303: 'delete' };
const NOT_FOUND = 203;
const FORBIDDEN = 10;
const MERGES = 3;

/** Saves an item with one request, which creates it or sends what was changed since it was read. */
export function useSaving(seat: SavingSeat): Saving {
  const { project, form, tag, drafting } = seat;
  const { collection } = form;
  const busy = ref(false);
  const problem = shallowRef<Problem | null>(null);
  const createOnce = makeCreating(project, collection.name, drafting.creation);
  const waitsForSession = ref(false);
  const isUnseen = ref(false);

  async function save(comment?: string): Promise<boolean> {
    if (busy.value) return false;
    if (form.key.value !== null && !form.isDirty.value) return true;
    busy.value = true;
    waitsForSession.value = false;
    problem.value = null;
    try {
      if (!(await seat.checking.check())) return refuseFaults();
      const why = await explanation(comment);
      return why === null ? false : await sendMerged(why);
    } catch (error) {
      fail(error);
      return false;
    } finally {
      busy.value = false;
    }
  }

  function refuseFaults(): false {
    seat.showFaults();
    return false;
  }

  /** The reason that the role has to give; empty if it need not give one, null if none was given. */
  async function explanation(comment: string | undefined): Promise<string | null> {
    const action = actionNow();
    const status = collection.status ? String(form.stored.value[collection.status.name]) : null;
    if (comment || !project.permissions.mustExplain(action, collection.name, status)) return comment ?? '';
    return seat.askWhy(action);
  }

  /** Sends the edits, and merges them with what others wrote meanwhile; tries a few times. */
  async function sendMerged(comment: string, round = 0): Promise<boolean> {
    const failure = await send(comment).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (!failure) return true;
    if (round >= MERGES || !isMendable(failure.error)) throw failure.error;
    const why = lacksReason(failure.error) ? await seat.askWhy(actionNow()) : comment;
    if (why === null || (isBehind(failure.error) && !(await catchUp()))) return false;
    return sendMerged(why, round + 1);
  }

  /** Merges with the present state of the item. Returns whether nothing is left to decide. */
  async function catchUp(): Promise<boolean> {
    const read = await readItem(project, collection, form.key.value as string);
    if (read === null || !lacksEdited(read)) return read === null || takeNewer(read);
    problem.value = { texts: [t('item.outdated')], isOutdated: true };
    return false;
  }

  /** Whether somebody has deleted a field that is edited here. */
  const lacksEdited = ({ values }: Read): boolean =>
    Object.keys(form.edits).some((name) => name in form.stored.value && !(name in values));

  /** The item has changed since it was read, or related items that the edits name no longer exist. */
  const isBehind = (error: unknown): boolean =>
    form.key.value !== null && error instanceof OctavoError && (error.status === 412 || error.code === NOT_FOUND);
  const isMendable = (error: unknown): boolean => isBehind(error) || lacksReason(error);
  const actionNow = (): Action => (form.key.value === null ? 'create' : 'update');

  async function send(comment: string): Promise<void> {
    const key = form.key.value;
    if (key !== null && !form.isDirty.value) return;
    const fields = pathsOf(collection, project.schema).join();
    const query = { fields, ...(comment && { comment }) };
    if (key === null) return create(query, comment);
    const sent = { ...form.edits };
    const answer = project.client.request('PATCH', itemPath(collection, key), { ...query, ifMatch: tag.value }, sent);
    await accept(asRead(await answer), sent);
  }

  /** Creates the item. If an earlier attempt had created it, saves the edits made since then. */
  async function create(query: Values, comment: string): Promise<void> {
    const body = { ...statusOfNew(collection, project.permissions), ...form.edits };
    const creating = createOnce(query, body);
    // If the page is closed before the answer arrives, the next attempt is still recognised as a retry.
    void drafting.keep();
    const created = await creating;
    await accept(created.read, created.body);
    if (created.body !== body && form.key.value !== null) await send(comment);
  }

  /** Adopts the saved state; input since the request stays an edit. */
  async function accept(read: Read, sent: Values): Promise<void> {
    const typed = typedSince(form, sent);
    if (form.key.value === null) await drafting.forget();
    tag.value = read.tag;
    const key = read.values[collection.key.name] ?? form.key.value;
    isUnseen.value = key === null || Object.keys(read.values).length === 0;
    if (isUnseen.value) form.take(form.key.value, form.stored.value, typed);
    else form.take(String(key), read.values, typed);
    await drafting.keep();
  }

  async function takeNewer(read: Read): Promise<boolean> {
    const before = form.stored.value;
    const merged = merge({ collection, schema: project.schema }, before, form.edits, read.values);
    const chosen = merged.collisions.length > 0 ? await seat.decide(merged) : {};
    if (chosen === null) return false;
    tag.value = read.tag;
    form.take(form.key.value, read.values, { ...merged.keep, ...chosen });
    return true;
  }

  async function restore({ before, edits, creation }: Draft): Promise<boolean> {
    const merged = merge(
      { collection, schema: project.schema },
      { ...form.stored.value, ...before },
      edits,
      form.stored.value,
    );
    const chosen = merged.collisions.length > 0 ? await seat.decide(merged) : {};
    if (chosen === null) return false;
    form.take(form.key.value, form.stored.value, { ...form.edits, ...merged.keep, ...chosen });
    drafting.creation.value ??= creation ?? null;
    return true;
  }

  function fail(error: unknown): void {
    noticeFailure(error);
    if (isSignedOut(error)) {
      waitsForSession.value = true;
      return;
    }
    const isGone = error instanceof OctavoError && error.code === NOT_FOUND && form.key.value !== null;
    const { fields, rest } = refusalOf(error, collection, form.edits);
    for (const [name, text] of Object.entries(fields)) form.errors[name] = text;
    const denied = error instanceof OctavoError ? DENIED[error.code ?? 0] : undefined;
    if (isGone) problem.value = goneFor(project);
    else if (rest.length > 0) problem.value = { texts: rest, isOutdated: isOutdated(error), ...(denied && { denied }) };
    if (Object.keys(fields).length > 0) seat.showFaults();
  }

  return { busy, problem, waitsForSession, isUnseen, save, takeNewer, restore };
}

/** Whether the role has to give a reason. */
const lacksReason = (error: unknown): boolean =>
  error instanceof OctavoError && error.code === FORBIDDEN && error.message.startsWith('Activity comment required');

/**
 * The problem with an item that the server no longer finds. Administrators know that it has been deleted; others may only
 * have lost the right to see it.
 */
export const goneFor = ({ permissions }: Pick<Project, 'permissions'>): Problem =>
  permissions.isAdministrator
    ? { texts: [t('item.deletedMeanwhile')], isGone: true }
    : { texts: [t('item.goneHint')], isGone: true, denied: 'read' };

/** Why a request of the page failed, as a problem. */
export function problemOf(error: unknown): Problem {
  const denied = error instanceof OctavoError ? DENIED[error.code ?? 0] : undefined;
  return { texts: [explainFailure(error)], ...(denied && { denied }) };
}
