import { language, t } from '../i18n/messages.ts';
import { singular } from '../model/words.ts';
import type { Count } from './relations.ts';

/** The singular of a label with its article, in English: "Articles" makes "an article". Other languages keep the label as a name. */
export function oneOfLabel(label: string): string {
  if (language() !== 'en') return label;
  const one = bareOne(label);
  return `${/^(hono|hour)|^[aeio]|^u(?!ni|s[aei])/.test(one) ? 'an' : 'a'} ${one}`;
}

const bareOne = (label: string): string => (language() === 'en' ? singular(label.toLowerCase()) : label);

/** The plural of a label. */
export const manyOfLabel = (label: string): string => (language() === 'en' ? label.toLowerCase() : label);

const half = (from: string, to: string, count: Count): string => {
  const one = oneOfLabel(from);
  return t(`data-model.says.${count}`, { from: one, to: count === 'one' ? bareOne(to) : manyOfLabel(to) });
};

const begun = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** A relation as a sentence: "An article has one author; an author has many articles." */
export const sentenceOf = (from: string, to: string, ours: Count, theirs: Count): string =>
  `${begun(half(from, to, ours))}; ${half(to, from, theirs)}.`;
