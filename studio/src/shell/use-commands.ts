import { BookOpen, CircleUser, Eye, Keyboard, LogOut, Moon, Plus, Server, Sun } from '@lucide/vue';
import { type ComputedRef, computed } from 'vue';
import { useRouter } from 'vue-router';
import { useProject } from '../api/project.ts';
import { currentView, stopViewing } from '../api/view.ts';
import { t } from '../i18n/messages.ts';
import { setTheme } from '../theme.ts';
import { showFailure } from '../ui/toasts.ts';
import type { Command } from './commands.ts';
import { keysShown } from './keys-shown.ts';
import { useSections } from './sections.ts';
import { choosingView } from './view-chosen.ts';

/** Pages, collections and actions that the caller may use. */
export function useCommands(): ComputedRef<readonly Command[]> {
  const { key, client, schema, permissions } = useProject();
  const router = useRouter();
  const sections = useSections();
  const go = (name: string, params: Record<string, string> = {}) =>
    router.push({ name, params: { project: key, ...params } });
  const own = schema.collections.filter(({ isSystem, isHidden }) => !isSystem && !isHidden);

  const askWhom = (): void => {
    choosingView.value = true;
  };

  async function signOut(): Promise<void> {
    if (currentView.value) return stopViewing();
    try {
      await client.auth.logout();
      await go('sign-in');
    } catch (error) {
      showFailure(error);
    }
  }

  return computed(() => [
    ...sections.value
      .filter(({ name }) => name !== 'content')
      .map(({ name, label, icon, to }) => ({
        id: name,
        label,
        note: t('palette.page'),
        icon,
        run: () => router.push(to),
      })),
    ...own
      .filter(({ name }) => permissions.may('read', name))
      .map(({ name, label }) => ({
        id: `list ${name}`,
        label,
        note: t('palette.collection'),
        icon: BookOpen,
        run: () => go('list', { collection: name }),
      })),
    ...own
      .filter(({ name, isSingle }) => !isSingle && permissions.may('create', name))
      .map(({ name, label }) => ({
        id: `new ${name}`,
        label: t('palette.new', { name: label }),
        note: t('palette.action'),
        icon: Plus,
        run: () => go('item', { collection: name, item: '+' }),
      })),
    ...(permissions.isAdministrator
      ? [
          { id: 'view-as', label: t('view.begin'), note: t('palette.action'), icon: Eye, run: askWhom },
          {
            id: 'server',
            label: t('palette.server'),
            note: t('palette.page'),
            icon: Server,
            run: () => router.push({ name: 'fleet' }),
          },
        ]
      : []),
    ...(currentView.value
      ? [
          {
            id: 'view-stop',
            label: t('view.stopCommand', { name: currentView.value.name }),
            note: t('palette.action'),
            icon: Eye,
            run: stopViewing,
          },
        ]
      : []),
    { id: 'me', label: t('shell.me'), note: t('palette.page'), icon: CircleUser, run: () => go('me') },
    { id: 'light', label: t('palette.light'), note: t('palette.action'), icon: Sun, run: () => setTheme('light') },
    { id: 'dark', label: t('palette.dark'), note: t('palette.action'), icon: Moon, run: () => setTheme('dark') },
    {
      id: 'keys',
      label: t('keys.title'),
      note: t('palette.action'),
      icon: Keyboard,
      run: () => {
        keysShown.value = true;
      },
    },
    { id: 'out', label: t('palette.signOut'), note: t('palette.action'), icon: LogOut, run: signOut },
  ]);
}
