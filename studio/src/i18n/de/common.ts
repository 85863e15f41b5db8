import type { Messages } from '../messages.ts';

export default {
  'common.retry': 'Noch einmal versuchen',
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.none': '—',
  'common.search': 'Suchen',
  'common.labelled': '{name}: {text}',
  'common.nothingFound': 'Nichts gefunden.',
  'error.offline': 'Der Server ist nicht erreichbar. Was Sie geschrieben haben, bleibt hier erhalten.',
  'error.busy': 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'error.denied': 'Ihre Rolle erlaubt das nicht.',
  'error.gone': 'Das gibt es nicht mehr, oder Ihre Rolle zeigt es Ihnen nicht.',
  'error.unknown': 'Das hat nicht geklappt: {message}',
} satisfies Messages;
