/** Whether a key saves the form. A control with unfinished input adds it to its value first. */
export const isSavingKey = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean =>
  (metaKey || ctrlKey) && /^(s|Enter)$/i.test(key);
