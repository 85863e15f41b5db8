import { onScopeDispose } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate, type RouteLocationNormalized } from 'vue-router';
import { t } from '../i18n/messages.ts';
import { itemParam } from '../model/item-address.ts';
import type { Asking } from './asking.ts';
import type { Drafting } from './drafting.ts';
import type { Form } from './form.ts';

/** Prevents a form from being left by mistake, in any way. Returns the function that asks whether it may be left. */
export function useLeaving(form: Form, drafting: Drafting, question: Asking): () => Promise<boolean> {
  async function may(): Promise<boolean> {
    if (!form.isDirty.value) return true;
    await drafting.keep();
    const isKept = drafting.keptAt.value !== null;
    const answer = await question.ask({
      title: t('item.leaveTitle'),
      text: t(isKept ? 'item.leaveText' : 'item.leaveUnkept'),
      choices: [
        { value: 'discard', label: t('item.leaveDiscard'), look: 'danger' },
        ...(isKept ? [{ value: 'keep', label: t('item.leaveKeep') }] : []),
        { value: 'stay', label: t('item.leaveStay'), look: 'primary' },
      ],
    });
    if (!answer || answer.choice === 'stay') return false;
    if (answer.choice === 'discard') form.take(form.key.value, form.stored.value);
    await drafting.keep();
    return true;
  }

  /** Whether only the address changes, because a new item has got a key or a copy has none yet. */
  const isOwnMove = ({ params }: RouteLocationNormalized): boolean => params.item === itemParam(form.key.value);
  const isElsewhere = (to: RouteLocationNormalized, from: RouteLocationNormalized): boolean =>
    to.params.collection !== from.params.collection || (to.params.item !== from.params.item && !isOwnMove(to));
  onBeforeRouteLeave(may);
  onBeforeRouteUpdate((to, from) => !isElsewhere(to, from) || may());

  const warn = (event: BeforeUnloadEvent): void => {
    if (form.isDirty.value) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  onScopeDispose(() => removeEventListener('beforeunload', warn));
  return may;
}
