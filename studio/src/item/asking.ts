import { t } from '../i18n/messages.ts';
import type { Action } from '../model/permissions.ts';
import type { Asked } from './asked.ts';
import { makeQuestion, type Question } from './question.ts';

export type Asking = Question<Asked, { readonly choice: string; readonly reason: string }>;

/** The questions that the page of an item asks before it does something. */
export interface Askings {
  readonly question: Asking;
  /** Asks for the reason that the role has to give; null if there is none. */
  askWhy: (action: Action) => Promise<string | null>;
  /** Asks for confirmation; null without it, otherwise the reason if one was requested. */
  confirm: (asked: Asked) => Promise<string | null>;
}

/** Makes the questions, which one dialog asks. */
export function makeAsking(): Askings {
  const question: Asking = makeQuestion();
  const confirm = async (asked: Asked): Promise<string | null> => {
    const answer = await question.ask(asked);
    return answer && answer.choice !== 'no' ? answer.reason : null;
  };
  return {
    question,
    confirm,
    askWhy: () =>
      confirm({
        title: t('item.whyTitle'),
        text: t('item.whyText'),
        asksReason: true,
        choices: [{ value: 'yes', label: t('common.save'), look: 'primary' }],
      }),
  };
}
