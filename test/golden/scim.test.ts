import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderFilter, renderPatch, renderProjection, renderResource } from './render-scim.ts';

const folder = (name: string): string => join(import.meta.dirname, 'scim', name);

golden(folder('filters'), renderFilter);
golden(folder('patches'), renderPatch);
golden(folder('resources'), renderResource);
golden(folder('projections'), renderProjection);
