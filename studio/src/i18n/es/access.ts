import type { Messages } from '../messages.ts';

/** Texts of proving who one is, at the door and inside. */
export default {
  'access.email': 'Correo electrónico',
  'access.password': 'Contraseña',
  'access.newPassword': 'Contraseña nueva',
  'access.newPasswordHint': 'Unas cuantas palabras que solo para usted van juntas son una buena contraseña.',
  'access.showPassword': 'Mostrar la contraseña',
  'access.hidePassword': 'Ocultar la contraseña',
  'access.firstName': 'Nombre',
  'access.lastName': 'Apellidos',
  'access.code': 'Código de un solo uso',
  'access.codeHint': 'Seis cifras de su aplicación de autenticación.',
  'access.firstCode': 'Código que muestra la aplicación',
  'access.factorApp': 'Añada una cuenta en su aplicación de autenticación con esta clave:',
  'access.copySecret': 'Copiar la clave',
  'access.copied': 'Copiada',
  'access.openApp': 'Abrirla en una aplicación de este dispositivo',
  'access.wrongPassword': 'Esta dirección y esta contraseña no se corresponden.',
  'access.suspended': 'Esta cuenta está suspendida. La administración puede volver a abrirla.',
  'access.notActive': 'Esta cuenta aún no está activa. Use el enlace de su invitación o pregunte a la administración.',
  'access.wrongCode': 'Este código es incorrecto o ya se ha usado. Espere al siguiente.',
  'access.noAddress': 'Escriba una dirección de correo y una contraseña.',
  'access.wait': 'Demasiados intentos. Vuelva a intentarlo más tarde.',
  'access.waitSeconds': {
    one: 'Demasiados intentos. Vuelva a intentarlo dentro de {count} segundo.',
    other: 'Demasiados intentos. Vuelva a intentarlo dentro de {count} segundos.',
  },
  'access.waitMinutes': {
    one: 'Demasiados intentos. Vuelva a intentarlo dentro de {count} minuto.',
    other: 'Demasiados intentos. Vuelva a intentarlo dentro de {count} minutos.',
  },
  'access.passwordBlank': 'Escriba una contraseña.',
  'access.passwordLong': 'Esta contraseña es demasiado larga: 72 caracteres como máximo, menos si llevan acentos.',
  'access.passwordWeak':
    'Esta contraseña es más débil de lo que exige el proyecto. Hágala más larga y combine letras, cifras y signos.',
  'access.ssoRefused': 'El inicio de sesión se canceló. Inténtelo de nuevo o use su contraseña.',
  'access.ssoUnreachable':
    'No se puede contactar con el proveedor. Inténtelo dentro de un momento o use su contraseña.',
  'access.ssoUnknown': 'Aquí nadie tiene esta dirección. Pida una invitación a la administración.',
  'access.ssoUnknownAddress': 'Aquí nadie tiene la dirección {email}. Pida una invitación a la administración.',
  'access.ssoPassword': 'Su cuenta tiene un segundo factor. Inicie sesión con la contraseña y un código.',
  'access.ssoFailed': 'El inicio de sesión no ha funcionado. Inténtelo de nuevo o use su contraseña.',
} satisfies Messages;
