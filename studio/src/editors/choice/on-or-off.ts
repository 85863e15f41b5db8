/** Whether a value means yes, in any of the forms that columns and documents hold. */
export const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Yes or no in the form that the value had. */
export const turned = (on: boolean, value: unknown): boolean | number => (typeof value === 'number' ? Number(on) : on);
