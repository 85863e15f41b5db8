import type { Messages } from '../messages.ts';

export default {
  'shell.skip': 'Skip to the page',
  'shell.sections': 'Sections',
  'shell.home': 'Home',
  'shell.content': 'Content',
  'shell.files': 'Files',
  'shell.me': 'You',
  'shell.menu': 'Menu',
  'shell.collections': 'Collections',
  'shell.pages': 'Pages',
  'shell.ended': 'Your session has ended',
  'shell.endedHint': 'Sign in to go on. What you typed is still here.',
  'shell.signIn': 'Sign in',
  'shell.password': 'Password',
  'shell.otp': 'One-time code',
  'shell.notFound': 'There is no such page',
  'shell.notFoundHint': 'It may have moved, or your role does not show it to you.',
  'shell.back': 'Back to the home page',
  'shell.noProject': 'Studio cannot open this project',
} satisfies Messages;
