import { t } from '../i18n/messages.ts';
import { isTyping, type KeyCommand, useKeys } from '../keys/keys.ts';
import type { ItemActions } from './actions.ts';

/** Whether something is open above the page, which gets the key instead. */
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
    {
      keys: 'escape',
      label: t('item.back'),
      run: (event) => leave(event, actions),
      whileTyping: true,
      when: () => !isCovered(),
    },
    { keys: '[', label: t('item.before'), run: () => void actions.step('before') },
    { keys: ']', label: t('item.after'), run: () => void actions.step('after') },
  ]);
}

/** Escape first leaves a field, then the page. */
function leave({ target }: KeyboardEvent, actions: ItemActions): void {
  if (isTyping(target)) (target as HTMLElement).blur();
  else void actions.close();
}
