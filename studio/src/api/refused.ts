import { OctavoError } from '@octavo/client';

const NO_FIELD = 202;

/** Whether the server has judged a request, and refused it: sent again as it was, it would be refused again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof OctavoError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Whether a request names a field that the server does not have: somebody has changed the data model since it was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof OctavoError &&
  error.status === 422 &&
  (error.code === NO_FIELD || /^Payload fields: .* does not exist/.test(error.message));
