import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderCovers, renderPolicy } from './render-policy.ts';

golden(join(import.meta.dirname, 'policies'), renderPolicy);
golden(join(import.meta.dirname, 'covers'), renderCovers);
