import { type Ref, shallowRef } from 'vue';

/** A question that a dialog asks, and its answer. */
export interface Question<About, Answer> {
  /** What the question is about; null while nothing is asked. */
  readonly about: Ref<About | null>;
  /** Asks, and waits for the answer: null if the dialog was closed. */
  ask: (about: About) => Promise<Answer | null>;
  answer: (answer: Answer | null) => void;
}

/** Makes a question that is asked once at a time; asking again cancels the one before. */
export function makeQuestion<About, Answer>(): Question<About, Answer> {
  const about = shallowRef<About | null>(null) as Ref<About | null>;
  let resolve: ((answer: Answer | null) => void) | null = null;

  function answer(given: Answer | null): void {
    const waiting = resolve;
    resolve = null;
    about.value = null;
    waiting?.(given);
  }

  return {
    about,
    answer,
    ask: (what) => {
      answer(null);
      about.value = what;
      return new Promise((done) => {
        resolve = done;
      });
    },
  };
}
