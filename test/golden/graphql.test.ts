import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderDocument, renderNames, renderSchema } from './render-graphql.ts';

const folder = (name: string): string => join(import.meta.dirname, 'graphql', name);

golden(folder('schemas'), renderSchema);
golden(folder('documents'), renderDocument);
golden(folder('names'), renderNames);
