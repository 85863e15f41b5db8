import { OctavoError } from '@octavo/client';
import { explainFailure } from '../api/failure.ts';
import { t } from '../i18n/messages.ts';

/** The contract's codes for failures of authentication. */
export const CODE_MISSING = 111;
export const FACTOR_MISSING = 113;
const WRONG_PASSWORD = 100;
const NOT_ACTIVE = 103;
const WRONG_CODE = 112;
const NO_ADDRESS = 114;
const INVALID = 4;
const LINK_CODES: ReadonlySet<number> = new Set([101, 102, 104, 105, 106]);

/** Whether a failure has this code. */
export const hasCode = (error: unknown, code: number): boolean => error instanceof OctavoError && error.code === code;

/** Whether a mailed link cannot be used: it is not valid, has ended, or was used. */
export const isSpentLink = (error: unknown): boolean =>
  error instanceof OctavoError && error.code !== null && LINK_CODES.has(error.code);

/** Says why a sign-in, a code or a password was refused. */
export function explainRefusal(error: unknown): string {
  if (!(error instanceof OctavoError)) return explainFailure(error);
  const { code, status, message } = error;
  if (status === 429) return waitText(message);
  if (code === WRONG_PASSWORD) return t('access.wrongPassword');
  if (code === NOT_ACTIVE) return t(status === 404 ? 'access.suspended' : 'access.notActive');
  if (code === WRONG_CODE) return t('access.wrongCode');
  if (code === NO_ADDRESS) return t('access.noAddress');
  if (code === INVALID && message.startsWith('password:')) return passwordText(message);
  if (status === 503) return t('error.busy');
  return explainFailure(error);
}

/** The pause that the server requests, in the unit that people would use. */
function waitText(message: string): string {
  const seconds = Number(/(\d+) second/.exec(message)?.[1] ?? 0);
  if (seconds === 0) return t('access.wait');
  return seconds < 100
    ? t('access.waitSeconds', { count: seconds })
    : t('access.waitMinutes', { count: Math.ceil(seconds / 60) });
}

function passwordText(message: string): string {
  if (/blank/.test(message)) return t('access.passwordBlank');
  return t(/byte|long|length/.test(message) ? 'access.passwordLong' : 'access.passwordWeak');
}

const SINGLE_SIGN_ON: Readonly<Record<string, string>> = {
  '-1': 'access.ssoRefused',
  '11': 'access.ssoUnreachable',
  '103': 'access.notActive',
  '107': 'access.ssoUnknown',
  '115': 'access.ssoPassword',
};

/** Says why single sign-on failed; null if it did not. */
export function explainSingleSignOn(query: Readonly<Record<string, unknown>>): string | null {
  if (query.error !== '1') return null;
  const email = query['attributes[email]'];
  const isAddress = typeof email === 'string' && /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email);
  if (query.code === '107' && isAddress) return t('access.ssoUnknownAddress', { email });
  return t(SINGLE_SIGN_ON[String(query.code)] ?? 'access.ssoFailed');
}
