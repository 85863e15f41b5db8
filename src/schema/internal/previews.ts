import { internalTable } from './internal-table.ts';

/** Where items of a collection are shown before they are published: an address with places to fill in. */
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
