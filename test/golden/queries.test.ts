import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderParameters, renderQuery } from './render-query.ts';

golden(join(import.meta.dirname, 'parameters'), renderParameters);
golden(join(import.meta.dirname, 'queries'), renderQuery);
