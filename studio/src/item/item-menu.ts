import { ArrowLeft, Clock, Code, Copy, CopyPlus, Eye, FilePlus, Link, Trash2, Undo2 } from '@lucide/vue';
import { keySegment, pathOf } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import { currentView } from '../api/view.ts';
import { t } from '../i18n/messages.ts';
import type { MenuEntry } from '../ui/menu.ts';
import { showDone } from '../ui/toasts.ts';
import type { ItemActions } from './actions.ts';
import type { Form } from './form.ts';

/** The commands in the menu of an item, as far as the role and the collection allow them. */
export function menuOf(project: Project, form: Form, actions: Omit<ItemActions, 'entries'>): MenuEntry[] {
  const { collection } = form;
  const isStored = form.key.value !== null;
  const mayCreate = !collection.isSingle && project.permissions.may('create', collection.name);
  const mayPreview = isStored && !collection.isSystem && !currentView.value;
  const schedules = isStored && actions.statuses.value.length > 1;
  const groups: MenuEntry[][] = [
    [
      ...when(mayPreview && (actions.hasSite.value || project.permissions.isAdministrator), {
        label: t(actions.hasSite.value ? 'item.preview' : 'item.setUpPreview'),
        icon: Eye,
        run: () => (actions.isPreviewing.value = true),
      }),
      ...when(schedules, {
        label: t('schedules.plan'),
        icon: Clock,
        run: () => (actions.isScheduling.value = true),
      }),
    ],
    [
      ...when(actions.maySave.value && actions.listAddress !== null, {
        label: t('item.saveAndClose'),
        icon: ArrowLeft,
        keys: 'mod+enter',
        run: actions.saveAndClose,
      }),
      ...when(actions.maySave.value && mayCreate, {
        label: t('item.saveAndAnother'),
        icon: FilePlus,
        keys: 'mod+shift+s',
        run: actions.saveAndAnother,
      }),
      ...when(isStored && mayCreate, { label: t('item.saveAsNew'), icon: CopyPlus, run: actions.saveAsNew }),
      ...when(isStored && mayCreate, { label: t('item.duplicate'), icon: Copy, run: actions.duplicate }),
    ],
    when(isStored, { label: t('item.copyLink'), icon: Link, run: copyLink }).concat(
      when(isStored, { label: t('item.openInApi'), icon: Code, run: () => openInApi(project, form) }),
    ),
    [
      ...when(form.isDirty.value, { label: t('item.discard'), icon: Undo2, run: actions.discard }),
      ...when(actions.mayDelete.value, {
        label: t('item.delete'),
        icon: Trash2,
        isDangerous: true,
        run: actions.remove,
      }),
    ],
  ];
  return groups.filter((group) => group.length > 0).flatMap((group, index) => (index > 0 ? ['rule', ...group] : group));
}

const when = (isThere: boolean, entry: MenuEntry): MenuEntry[] => (isThere ? [entry] : []);

async function copyLink(): Promise<void> {
  const { copyToClipboard } = await import('../ui/clipboard.ts');
  await copyToClipboard(location.href);
  showDone(t('item.linkCopied'));
}

function openInApi({ key }: Project, form: Form): void {
  const item = keySegment(form.key.value ?? '');
  open(`/${encodeURIComponent(key)}${pathOf(form.collection.name)}/${item}`, '_blank', 'noopener');
}
