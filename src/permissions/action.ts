/** An action on items that permissions allow or refuse. */
export type Action = 'create' | 'read' | 'update' | 'delete';
/** All actions. */
export const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete'];

/** Whether a value is the name of an action. */
export const isAction = (value: unknown): value is Action => ACTIONS.some((action) => action === value);
