import { OctavoError } from '@octavo/client';
import { t } from '../i18n/messages.ts';
import { UnnameableKey } from './keys.ts';
import { currentView } from './view.ts';

/** What a server answers that is busy, or a proxy that reaches none. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Says in the reader's words what went wrong and what to do. */
export function explainFailure(error: unknown): string {
  if (error instanceof UnnameableKey) return t('error.unnameable');
  if (!(error instanceof OctavoError)) return t('error.unknown', { message: String(error) });
  if (error.status === 0) return t('error.offline');
  if (BUSY.has(error.status)) return t('error.busy');
  if (error.status === 403 && currentView.value) return t('view.nothingSent', { name: currentView.value.name });
  if (error.status === 403) return t('error.denied');
  if (error.status === 404) return t('error.gone');
  return t('error.unknown', { message: wordsOf(error) });
}

/** The server's words; where it said nothing, those of the client are in English. */
const wordsOf = ({ errors, message, status }: OctavoError): string => (errors.length > 0 ? message : `HTTP ${status}`);

/** Whether nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof OctavoError && error.status === 401;
