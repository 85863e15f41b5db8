import type { Messages } from '../messages.ts';

/** Texts of proving who one is, at the door and inside. */
export default {
  'access.email': 'E-mail',
  'access.password': 'Password',
  'access.newPassword': 'New password',
  'access.newPasswordHint': 'A few words that only you would put together make a good one.',
  'access.showPassword': 'Show the password',
  'access.hidePassword': 'Hide the password',
  'access.firstName': 'First name',
  'access.lastName': 'Last name',
  'access.code': 'One-time code',
  'access.codeHint': 'Six digits from your authenticator app.',
  'access.firstCode': 'Code that the app shows',
  'access.factorApp': 'Add an account in your authenticator app with this key:',
  'access.copySecret': 'Copy the key',
  'access.copied': 'Copied',
  'access.openApp': 'Open it in an app on this device',
  'access.wrongPassword': 'The e-mail address or the password is wrong.',
  'access.suspended': 'This account is suspended. An administrator can reactivate it.',
  'access.notActive': 'This account is not active yet. Use the link in your invitation, or ask an administrator.',
  'access.wrongCode': 'This code is wrong or has been used. Wait for the next one.',
  'access.noAddress': 'Enter an e-mail address and a password.',
  'access.wait': 'Too many attempts. Try again in a while.',
  'access.waitSeconds': {
    one: 'Too many attempts. Try again in {count} second.',
    other: 'Too many attempts. Try again in {count} seconds.',
  },
  'access.waitMinutes': {
    one: 'Too many attempts. Try again in {count} minute.',
    other: 'Too many attempts. Try again in {count} minutes.',
  },
  'access.passwordBlank': 'Enter a password.',
  'access.passwordLong': 'This password is too long: at most 72 characters, fewer with accents.',
  'access.passwordWeak':
    'This password is weaker than this project requires. Make it longer, and mix letters, digits and symbols.',
  'access.ssoRefused': 'The sign-in was cancelled. Try again, or use your password.',
  'access.ssoUnreachable': 'The provider cannot be reached. Try again in a moment, or use your password.',
  'access.ssoUnknown': 'Nobody here has this address. Ask an administrator to invite you.',
  'access.ssoUnknownAddress': 'Nobody here has the address {email}. Ask an administrator to invite you.',
  'access.ssoPassword': 'Your account has a second factor. Sign in with your password and a code.',
  'access.ssoFailed': 'The sign-in did not work. Try again, or use your password.',
} satisfies Messages;
