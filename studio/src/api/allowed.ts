import type { Permissions } from '../model/permissions.ts';
import type { Project } from './project.ts';

/** What the server lets the caller do with an item. */
export interface Allowed {
  readonly update: boolean;
  readonly delete: boolean;
}

/** Roles that must give a reason are asked for it when they save. */
const WITH_A_REASON = { comment: 'Studio' };

/**
 * Asks the server what the caller may do with an item, since only the server knows its owner and the rules about single
 * items. What the answer does not mention counts as allowed: the server checks every request anyway.
 */
export async function allowedOf(project: Project, collection: string, item: string): Promise<Allowed> {
  const { client, permissions } = project;
  const ask = async (action: keyof Allowed): Promise<boolean> => {
    if (!mustAsk(permissions, action, collection)) return permissions.may(action, collection);
    const question = { collection, item, action };
    const answer = await client
      .request<{ readonly allowed: boolean }>('POST', '/permissions/explain', WITH_A_REASON, question)
      .catch(() => null);
    return answer?.allowed ?? true;
  };
  const [update, remove] = await Promise.all([ask('update'), ask('delete')]);
  return { update, delete: remove };
}

const mustAsk = (permissions: Permissions, action: keyof Allowed, collection: string): boolean =>
  !permissions.isAdministrator && permissions.may(action, collection);
