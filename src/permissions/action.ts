/** What may be allowed on the items of a collection. */
export type Action = 'create' | 'read' | 'update' | 'delete';
/** All actions. */
export const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete'];
