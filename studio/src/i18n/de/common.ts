import type { Messages } from '../messages.ts';

export default {
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.save': 'Speichern',
  'common.delete': 'Löschen',
  'common.undo': 'Rückgängig',
  'common.retry': 'Noch einmal versuchen',
  'common.loading': 'Wird geladen',
  'common.more': 'Mehr',
  'common.none': '—',
  'common.yes': 'Ja',
  'common.no': 'Nein',
  'common.search': 'Suchen',
  'common.labelled': '{name}: {text}',
  'common.nothingFound': 'Nichts gefunden.',
  'error.offline': 'Der Server ist nicht erreichbar. Was Sie geschrieben haben, bleibt hier erhalten.',
  'error.busy': 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'error.denied': 'Ihre Rolle erlaubt das nicht.',
  'error.gone': 'Das gibt es nicht mehr, oder Ihre Rolle zeigt es Ihnen nicht.',
  'error.unnameable':
    'Studio kann diesen Eintrag weder öffnen noch ändern: Sein Schlüssel enthält ein Komma oder besteht aus Punkten, und das lässt sich in Adressen nicht ausdrücken.',
  'error.unknown': 'Das hat nicht geklappt: {message}',
} satisfies Messages;
