import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderValues } from './render-value.ts';

golden(join(import.meta.dirname, 'values'), renderValues);
