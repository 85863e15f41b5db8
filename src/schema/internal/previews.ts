import { internalTable } from './internal-table.ts';

/** The preview addresses of collections, with placeholders. */
export const previews = internalTable({
  name: 'octavo_previews',
  copied: true,
  columns: {
    collection: { type: 'VARCHAR(64)', primaryKey: true },
    address: { type: 'TEXT' },
  },
  uniqueTogether: [],
  indexes: [],
});
