import type { Messages } from '../messages.ts';

/** Texts of proving who one is, at the door and inside. */
export default {
  'access.email': 'Adresse e-mail',
  'access.password': 'Mot de passe',
  'access.newPassword': 'Nouveau mot de passe',
  'access.newPasswordHint': 'Quelques mots qui ne vont ensemble que pour vous en font un bon.',
  'access.showPassword': 'Afficher le mot de passe',
  'access.hidePassword': 'Masquer le mot de passe',
  'access.firstName': 'Prénom',
  'access.lastName': 'Nom',
  'access.code': 'Code à usage unique',
  'access.codeHint': 'Six chiffres de votre application d’authentification.',
  'access.firstCode': 'Code affiché par l’application',
  'access.factorApp': 'Ajoutez un compte dans votre application d’authentification avec cette clé :',
  'access.copySecret': 'Copier la clé',
  'access.copied': 'Copiée',
  'access.openApp': 'L’ouvrir dans une application de cet appareil',
  'access.wrongPassword': 'Cette adresse et ce mot de passe ne vont pas ensemble.',
  'access.suspended': 'Ce compte est suspendu. L’administration peut le rouvrir.',
  'access.notActive':
    'Ce compte n’est pas encore actif. Suivez le lien de votre invitation ou adressez-vous à l’administration.',
  'access.wrongCode': 'Ce code est faux ou a déjà servi. Attendez le suivant.',
  'access.noAddress': 'Saisissez une adresse e-mail et un mot de passe.',
  'access.wait': 'Trop de tentatives. Réessayez plus tard.',
  'access.waitSeconds': {
    one: 'Trop de tentatives. Réessayez dans {count} seconde.',
    other: 'Trop de tentatives. Réessayez dans {count} secondes.',
  },
  'access.waitMinutes': {
    one: 'Trop de tentatives. Réessayez dans {count} minute.',
    other: 'Trop de tentatives. Réessayez dans {count} minutes.',
  },
  'access.passwordBlank': 'Saisissez un mot de passe.',
  'access.passwordLong': 'Ce mot de passe est trop long : 72 caractères au plus, moins avec des accents.',
  'access.passwordWeak':
    'Ce mot de passe est plus faible que ne le demande le projet. Allongez-le et mêlez lettres, chiffres et signes.',
  'access.ssoRefused': 'La connexion a été annulée. Réessayez ou utilisez votre mot de passe.',
  'access.ssoUnreachable': 'Le fournisseur est injoignable. Réessayez dans un instant ou utilisez votre mot de passe.',
  'access.ssoUnknown': 'Personne ici n’a cette adresse. Demandez une invitation à l’administration.',
  'access.ssoUnknownAddress': 'Personne ici n’a l’adresse {email}. Demandez une invitation à l’administration.',
  'access.ssoPassword': 'Votre compte a un second facteur. Connectez-vous avec votre mot de passe et un code.',
  'access.ssoFailed': 'La connexion a échoué. Réessayez ou utilisez votre mot de passe.',
} satisfies Messages;
