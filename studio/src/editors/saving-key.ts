/** Whether a key saves the form around a control, which then takes what is typed in it before. */
export const isSavingKey = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean =>
  (metaKey || ctrlKey) && /^(s|Enter)$/i.test(key);
