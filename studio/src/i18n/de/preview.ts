import type { Messages } from '../messages.ts';

export default {
  'preview.saved': 'So ist es gespeichert.',
  'preview.unsaved': 'So war es gespeichert: Ihre letzten Änderungen fehlen noch.',
  'preview.again': 'Neu laden',
  'preview.open': 'In neuem Tab öffnen',
  'preview.address': 'Adresse der Seite',
  'preview.addressOf': 'Wo es für {collection} eine Vorschau gibt',
  'preview.hint': 'Die Seite Ihrer Website, die einen Eintrag zeigt. Felder und das Token werden eingesetzt:',
  'preview.none': 'Noch ist keine Vorschau eingerichtet. Das kann hier tun, wer das Projekt verwaltet.',
  'preview.blocked':
    'Die Adresse wurde gesetzt, nachdem diese Seite geladen war. Laden Sie die Seite neu, um die Vorschau zu sehen.',
  'preview.loadPage': 'Seite neu laden',
  'preview.close': 'Vorschau schließen',
  'preview.frame': 'Der Eintrag auf seiner Website',
} satisfies Messages;
