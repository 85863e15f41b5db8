import type { Messages } from '../messages.ts';

export default {
  'shell.skip': 'Zum Inhalt springen',
  'shell.sections': 'Bereiche',
  'shell.home': 'Startseite',
  'shell.content': 'Inhalte',
  'shell.files': 'Dateien',
  'shell.me': 'Sie',
  'shell.menu': 'Menü',
  'shell.collections': 'Sammlungen',
  'shell.pages': 'Seiten',
  'shell.ended': 'Ihre Sitzung ist beendet',
  'shell.endedHint': 'Melden Sie sich an, um weiterzumachen. Was Sie geschrieben haben, ist noch da.',
  'shell.signIn': 'Anmelden',
  'shell.password': 'Passwort',
  'shell.otp': 'Einmalcode',
  'shell.notFound': 'Diese Seite gibt es nicht',
  'shell.notFoundHint': 'Sie wurde verschoben, oder Ihre Rolle zeigt sie Ihnen nicht.',
  'shell.back': 'Zur Startseite',
  'shell.noProject': 'Studio kann dieses Projekt nicht öffnen',
} satisfies Messages;
