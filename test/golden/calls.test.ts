import { join } from 'node:path';
import { golden } from './golden-file.ts';
import { renderCall } from './render-call.ts';

golden(join(import.meta.dirname, 'calls'), renderCall);
