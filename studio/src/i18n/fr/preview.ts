import type { Messages } from '../messages.ts';

export default {
  'preview.saved': 'Tel qu’enregistré.',
  'preview.unsaved': 'Tel qu’enregistré auparavant : vos dernières modifications n’y sont pas encore.',
  'preview.again': 'Recharger',
  'preview.open': 'Ouvrir dans un nouvel onglet',
  'preview.address': 'Adresse de la page',
  'preview.addressOf': 'Où voir l’aperçu de {collection}',
  'preview.hint': 'La page de votre site qui montre un élément. Les champs et le jeton y sont insérés :',
  'preview.none': 'Aucun aperçu n’est encore configuré. Un administrateur peut le faire ici.',
  'preview.blocked': 'L’adresse a été définie après le chargement de cette page. Rechargez la page pour voir l’aperçu.',
  'preview.loadPage': 'Recharger la page',
  'preview.close': 'Fermer l’aperçu',
  'preview.frame': 'L’élément sur son site',
} satisfies Messages;
