import type { Readable } from 'node:stream';
import type { Answer } from './route.ts';
import { readableText } from './streamed-body.ts';

type Events = Extract<Answer, { kind: 'events' }>;

/**
 * The body of server-sent events: each state as JSON, and a comment as a keep-alive. Throws the errors of reading the
 * first state. The source ends when `signal` aborts.
 */
export function eventStream({ name, events }: Events, signal: AbortSignal): Promise<Readable> {
  return readableText(events(signal), (states) => written(name, states));
}

async function* written(name: string, states: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const state of states)
    yield state === null ? ':\n\n' : `event: ${name}\ndata: ${JSON.stringify(state)}\n\n`;
}
