import type { Octavo, Untyped } from '@octavo/client';

/** The outcome of a mail. */
export interface MailResult {
  readonly kind: 'sent' | 'waits' | 'failed' | 'nothing';
  /** The reply of the mail server. */
  readonly answer: string | null;
}

interface Delivery {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly status: string;
  readonly answered: number | null;
  readonly error: string | null;
}

/** The mail that tests the project's mail transport. */
interface TestMail {
  readonly to: number;
  readonly subject: string;
  readonly body: string;
}

const PAUSE_MS = 400;
const ROUNDS = 20;

const readAll = (client: Octavo<Untyped>): Promise<Delivery[]> => client.request('GET', '/deliveries');

/** Sends a mail from the project's address, and waits for the reply of the mail server. */
export async function tryMail(client: Octavo<Untyped>, mail: TestMail, pause = PAUSE_MS): Promise<MailResult> {
  const [before] = await readAll(client);
  await client.request('POST', '/mail', {}, { ...mail, type: 'plain', use_default_email: true });
  let last: MailResult = { kind: 'nothing', answer: null };
  for (let round = 0; round < ROUNDS; round++) {
    const found = (await readAll(client)).find(
      ({ id, subject }) => id > (before?.id ?? 0) && subject.startsWith(`mail of user ${mail.to} `),
    );
    last = resultOf(found);
    if (last.kind === 'sent' || last.kind === 'failed' || last.answer !== null) return last;
    await new Promise((done) => setTimeout(done, pause));
  }
  return last;
}

/** A mail that is being retried already has a reply. */
export function resultOf(delivery: Delivery | undefined): MailResult {
  if (!delivery) return { kind: 'nothing', answer: null };
  const { status, error } = delivery;
  if (status === 'done') return { kind: 'sent', answer: null };
  return { kind: status === 'failed' ? 'failed' : 'waits', answer: error };
}
