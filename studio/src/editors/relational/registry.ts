import { defineAsyncComponent } from 'vue';
import type { Editor } from '../editor.ts';
import { FILE_PATHS } from './file-paths.ts';
import { targetOf } from './paths.ts';
import { relatedOf } from './related.ts';
import { listOf } from './shape.ts';

/** Rows of short lists are read with the item; those of others page by page. */
const pathsOfList: Editor['paths'] = (field, schema) => {
  const list = listOf(field, relatedOf(field, schema), schema);
  return list && (list.isShort || field.interface === 'checkboxes-relational') ? list.paths : [];
};

const file: Editor = {
  component: defineAsyncComponent(() => import('./file.vue')),
  paths: (field, schema) => (targetOf(field, schema) ? FILE_PATHS : []),
};

const translations: Editor = {
  component: defineAsyncComponent(() => import('./translations.vue')),
  paths: (field, schema) => (targetOf(field, schema) ? ['*'] : []),
};

const toMany: Editor = {
  component: defineAsyncComponent(() => import('./to-many.vue')),
  paths: pathsOfList,
};

const toOne: Editor = {
  component: defineAsyncComponent(() => import('./to-one.vue')),
  paths: (field, schema) => relatedOf(field, schema)?.paths ?? [],
};

/** Editors of related items, by interface. */
export const RELATIONAL_INTERFACES: Readonly<Record<string, Editor>> = {
  'many-to-one': toOne,
  user: toOne,
  'user-roles': toOne,
  owner: toOne,
  'user-updated': toOne,
  file,
  files: toMany,
  translation: translations,
  'one-to-many': toMany,
  tree: toMany,
  'many-to-many': toMany,
  'checkboxes-relational': toMany,
};

/** Editors of related items whose interface is unknown or missing, by type. */
export const RELATIONAL_TYPES: Readonly<Record<string, Editor>> = {
  m2o: toOne,
  user: toOne,
  owner: toOne,
  user_created: toOne,
  user_updated: toOne,
  file,
  o2m: toMany,
  translation: translations,
};
