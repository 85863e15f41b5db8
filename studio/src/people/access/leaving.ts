import { onScopeDispose, type Ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';
import { t } from '../../i18n/messages.ts';
import type { Asked } from '../../item/asked.ts';
import { makeQuestion, type Question } from '../../item/question.ts';

type Leaving = Question<Asked, { choice: string; reason: string }>;

/** Asks before the page of a role is left with changes that are not saved. */
export function useLeaving(roleName: () => string, isDirty: Readonly<Ref<boolean>>): Leaving {
  const question: Leaving = makeQuestion();
  async function mayLeave(): Promise<boolean> {
    if (!isDirty.value) return true;
    const answer = await question.ask({
      title: t('people.leaveTitle'),
      text: t('people.leaveText', { role: roleName() }),
      choices: [
        { value: 'discard', label: t('people.discard'), look: 'danger' },
        { value: 'stay', label: t('people.stay'), look: 'primary' },
      ],
    });
    return answer?.choice === 'discard';
  }
  const warn = (event: BeforeUnloadEvent): void => {
    if (isDirty.value) event.preventDefault();
  };
  onBeforeRouteLeave(mayLeave);
  onBeforeRouteUpdate((to, from) => (to.path === from.path ? true : mayLeave()));
  addEventListener('beforeunload', warn);
  onScopeDispose(() => removeEventListener('beforeunload', warn));
  return question;
}
