import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderDefinition } from './render-definition.ts';

golden(join(import.meta.dirname, 'definitions'), renderDefinition);
