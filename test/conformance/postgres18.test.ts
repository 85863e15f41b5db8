import { replayOn } from './replay-suite.ts';

replayOn('postgres18', 5);
