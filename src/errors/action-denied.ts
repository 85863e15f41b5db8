/** The error for a collection on which a role may not perform an action at all. */
export const actionDenied = {
  create: 'createDenied',
  read: 'readDenied',
  update: 'updateDenied',
  delete: 'deleteDenied',
} as const;
