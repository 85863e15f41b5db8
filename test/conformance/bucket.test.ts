import { replayInBucket } from './replay-suite.ts';

replayInBucket();
