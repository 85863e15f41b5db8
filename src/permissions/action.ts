/** An action on items that permissions allow or refuse. */
export type Action = 'create' | 'read' | 'update' | 'delete';
/** All actions. */
export const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete'];
