import { OctavoError } from '@octavo/client';
import { t } from '../i18n/messages.ts';
import { currentView } from './view.ts';

/** The statuses of a server that is busy, and of a proxy that reaches no server. */
const BUSY = [429, 502, 503, 504];

/** Says in the reader's words what went wrong and what to do. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof OctavoError)) return t('error.unknown', { message: String(error) });
  if (error.status === 0) return t('error.offline');
  if (BUSY.includes(error.status)) return t('error.busy');
  if (error.status === 403 && currentView.value) return t('view.nothingSent', { name: currentView.value.name });
  if (error.status === 403) return t('error.denied');
  if (error.status === 404) return t('error.gone');
  // Without an answer of the server, the message is the client's, in English.
  return t('error.unknown', { message: error.errors[0]?.message ?? `HTTP ${error.status}` });
}

/** Whether nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof OctavoError && error.status === 401;
