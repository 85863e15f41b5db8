import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderDdl } from './render-ddl.ts';

golden(join(import.meta.dirname, 'ddl'), renderDdl);
