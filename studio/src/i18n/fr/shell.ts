import type { Messages } from '../messages.ts';

export default {
  'shell.skip': 'Aller au contenu',
  'shell.sections': 'Sections',
  'shell.home': 'Accueil',
  'shell.content': 'Contenu',
  'shell.files': 'Fichiers',
  'shell.me': 'Vous',
  'shell.menu': 'Menu',
  'shell.collections': 'Collections',
  'shell.pages': 'Pages',
  'shell.ended': 'Votre session est terminée',
  'shell.endedHint': 'Connectez-vous pour continuer. Ce que vous avez écrit est toujours là.',
  'shell.signIn': 'Se connecter',
  'shell.password': 'Mot de passe',
  'shell.otp': 'Code à usage unique',
  'shell.notFound': 'Cette page n’existe pas',
  'shell.notFoundHint': 'Elle a peut-être été déplacée, ou votre rôle ne vous la montre pas.',
  'shell.back': 'Retour à l’accueil',
  'shell.noProject': 'Studio ne peut pas ouvrir ce projet',
} satisfies Messages;
