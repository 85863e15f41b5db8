import { keepText } from '../storage.ts';

const USER = 'octavo.user.';

/** Tells the other tabs of this browser, which share the session, who is signed in to a project. */
export const tellUser = (project: string, user: number): void => keepText(USER + project, `${user}`);

/** Whether another tab has told that another user is signed in. */
export const isOtherUser = ({ key, newValue }: StorageEvent, project: string, user: number): boolean =>
  key === USER + project && newValue !== null && newValue !== `${user}`;
