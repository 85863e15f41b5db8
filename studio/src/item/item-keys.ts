import { t } from '../i18n/messages.ts';
import { isTyping, type KeyCommand, useKeys } from '../keys/keys.ts';
import type { ItemActions } from './item-actions.ts';

/** Whether something is open above the page that Escape closes. */
const isCovered = (): boolean => document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;

/** The keys of an item's page. */
export function useItemKeys(actions: ItemActions): void {
  const saving = (keys: string, label: string, run: () => void): KeyCommand[] =>
    actions.maySave.value ? [{ keys, label, run, whileTyping: true }] : [];
  useKeys(() => [
    ...saving('mod+s', t('common.save'), actions.save),
    ...saving('mod+shift+s', t('item.saveAndAnother'), actions.saveAndAnother),
    ...saving('mod+enter', t('item.saveAndClose'), actions.saveAndClose),
    ...(actions.publishing.value ? saving('mod+shift+enter', t('item.publishNow'), actions.publish) : []),
    ...leaving(actions),
    { keys: '[', label: t('item.before'), run: () => void actions.step('before') },
    { keys: ']', label: t('item.after'), run: () => void actions.step('after') },
  ]);
}

/** What lies above the page gets the key instead. */
const leaving = (actions: ItemActions): KeyCommand[] =>
  isCovered()
    ? []
    : [{ keys: 'escape', label: t('item.back'), run: (event) => leave(event, actions), whileTyping: true }];

/** Escape leaves a field first, and the page then. */
function leave({ target }: KeyboardEvent, actions: ItemActions): void {
  if (isTyping(target)) (target as HTMLElement).blur();
  else void actions.close();
}
