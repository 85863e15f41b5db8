import { ApiError } from './api-error.ts';

/** Error 12 for a request that makes no sense or cannot be carried out; `reason` is shown to the caller. */
export const unprocessable = (reason: string): ApiError => new ApiError('unprocessable', { reason });
