import type { Messages } from '../messages.ts';

/** Texts of proving who one is, at the door and inside. */
export default {
  'access.email': 'E-Mail-Adresse',
  'access.password': 'Passwort',
  'access.newPassword': 'Neues Passwort',
  'access.newPasswordHint': 'Gut sind einige Wörter, die nur für Sie zusammengehören.',
  'access.showPassword': 'Passwort zeigen',
  'access.hidePassword': 'Passwort verbergen',
  'access.firstName': 'Vorname',
  'access.lastName': 'Nachname',
  'access.code': 'Einmalcode',
  'access.codeHint': 'Sechs Ziffern aus Ihrer Authenticator-App.',
  'access.firstCode': 'Code, den die App anzeigt',
  'access.factorApp': 'Legen Sie in Ihrer Authenticator-App ein Konto mit diesem Schlüssel an:',
  'access.copySecret': 'Schlüssel kopieren',
  'access.copied': 'Kopiert',
  'access.openApp': 'In einer App auf diesem Gerät öffnen',
  'access.wrongPassword': 'Diese Adresse und dieses Passwort gehören nicht zusammen.',
  'access.suspended': 'Dieses Konto ist gesperrt. Die Verwaltung kann es wieder öffnen.',
  'access.notActive':
    'Dieses Konto ist noch nicht aktiv. Folgen Sie dem Link in Ihrer Einladung, oder fragen Sie die Verwaltung.',
  'access.wrongCode': 'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
  'access.noAddress': 'Geben Sie eine E-Mail-Adresse und ein Passwort ein.',
  'access.wait': 'Zu viele Versuche. Versuchen Sie es später noch einmal.',
  'access.waitSeconds': {
    one: 'Zu viele Versuche. Versuchen Sie es in {count} Sekunde noch einmal.',
    other: 'Zu viele Versuche. Versuchen Sie es in {count} Sekunden noch einmal.',
  },
  'access.waitMinutes': {
    one: 'Zu viele Versuche. Versuchen Sie es in {count} Minute noch einmal.',
    other: 'Zu viele Versuche. Versuchen Sie es in {count} Minuten noch einmal.',
  },
  'access.passwordBlank': 'Geben Sie ein Passwort ein.',
  'access.passwordLong': 'Dieses Passwort ist zu lang: höchstens 72 Zeichen, mit Umlauten weniger.',
  'access.passwordWeak':
    'Dieses Passwort ist schwächer, als das Projekt verlangt. Nehmen Sie ein längeres, mit Buchstaben, Ziffern und Zeichen.',
  'access.ssoRefused': 'Die Anmeldung wurde abgebrochen. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  'access.ssoUnreachable':
    'Der Anbieter ist nicht erreichbar. Versuchen Sie es gleich noch einmal, oder nehmen Sie Ihr Passwort.',
  'access.ssoUnknown': 'Diese Adresse kennt hier niemand. Bitten Sie die Verwaltung um eine Einladung.',
  'access.ssoUnknownAddress': 'Die Adresse {email} kennt hier niemand. Bitten Sie die Verwaltung um eine Einladung.',
  'access.ssoPassword': 'Ihr Konto hat einen zweiten Faktor. Melden Sie sich mit Passwort und Code an.',
  'access.ssoFailed': 'Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
} satisfies Messages;
