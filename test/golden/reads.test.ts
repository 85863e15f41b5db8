import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderCost } from './render-cost.ts';
import { renderGroups } from './render-groups.ts';
import { renderRead, renderWritten } from './render-read.ts';

golden(join(import.meta.dirname, 'reads'), renderRead);
golden(join(import.meta.dirname, 'written'), renderWritten);
golden(join(import.meta.dirname, 'costs'), renderCost);
golden(join(import.meta.dirname, 'groups'), renderGroups);
