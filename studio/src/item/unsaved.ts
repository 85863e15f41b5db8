import { onScopeDispose } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate, type RouteLocationNormalized } from 'vue-router';
import { t } from '../i18n/messages.ts';
import type { Asked } from './asked.ts';
import type { Asking } from './asking.ts';
import { makeQuestion } from './question.ts';

type IsLeft = (to: RouteLocationNormalized, from: RouteLocationNormalized) => boolean;

const usual = (): Asked => ({
  title: t('item.leaveTitle'),
  text: t('item.leaveUnkept'),
  choices: [
    { value: 'discard', label: t('item.leaveDiscard'), look: 'danger' },
    { value: 'stay', label: t('item.leaveStay'), look: 'primary' },
  ],
});

/**
 * Prevents a page with unsaved input from being left by mistake, in any way. The page shows the question, whose answer
 * `discard` leaves it.
 */
export function guardUnsaved(
  isDirty: () => boolean,
  isLeft: IsLeft = (to, from) => to.path !== from.path,
  asked: () => Asked = usual,
): Asking {
  const question: Asking = makeQuestion();

  async function may(): Promise<boolean> {
    if (!isDirty()) return true;
    const answer = await question.ask(asked());
    return answer?.choice === 'discard';
  }

  onBeforeRouteLeave(may);
  onBeforeRouteUpdate((to, from) => !isLeft(to, from) || may());
  const warn = (event: BeforeUnloadEvent): void => {
    if (isDirty()) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  onScopeDispose(() => removeEventListener('beforeunload', warn));
  return question;
}
