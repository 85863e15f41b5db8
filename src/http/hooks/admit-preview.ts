import { looksLikeJwt } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { textOf } from '../../query/parse/parameters.ts';
import { asText } from '../../shared/text.ts';
import type { Exchange } from '../exchange.ts';
import type { Route } from '../route.ts';

/** The header of a preview. (Contract, N-43.) */
export const PREVIEW_HEADER = 'octavo-preview';

/**
 * The preview that a request carries; undefined if there is none. Routes that take no previews refuse it with error 10.
 * Their own parameters may have the same name, but no such value.
 */
export function previewOf({ request, parameters }: Exchange, { takesPreview }: Route): string | undefined {
  const header = request.headers[PREVIEW_HEADER];
  const given = header === undefined ? textOf(parameters.preview) : asText(header);
  if (given === undefined || takesPreview) return given;
  if (header === undefined && !looksLikeJwt(given)) return undefined;
  throw new ApiError('previewRefused');
}
