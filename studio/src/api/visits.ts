import type { Project } from './project.ts';

/** Records that the caller is here, and on which page. Nothing waits for it or depends on it. (Contract, U-50.) */
export function noteVisit({ client, me }: Project, page: string): void {
  client
    .request('PATCH', `/users/${me.id}/tracking/page`, { fields: 'id' }, { last_page: page })
    .catch(() => undefined);
}
