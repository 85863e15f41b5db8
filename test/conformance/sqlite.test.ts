import { replayOn } from './replay-suite.ts';

replayOn('sqlite');
