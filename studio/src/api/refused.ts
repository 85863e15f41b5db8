import { OctavoError } from '@octavo/client';

const NO_FIELD = 202;

/** Whether the server has handled and refused a request, so that a retry would be refused, too. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof OctavoError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Whether a request names an unknown field, because somebody has changed the data model since it was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof OctavoError &&
  error.status === 422 &&
  (error.code === NO_FIELD || /^Payload fields: .* does not exist/.test(error.message));
