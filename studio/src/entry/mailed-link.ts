import { type Ref, ref } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { enterAnew } from './enter.ts';
import { type Entry, useEntry } from './entry.ts';
import { addressIn } from './mailed-token.ts';
import { explainRefusal, hasCode, isSpentLink } from './refusal.ts';

const INVALID = 4;

/** A page that a mailed link leads to. */
interface MailedLink {
  readonly entry: Entry;
  readonly email: string;
  readonly password: Ref<string>;
  /** Whether the link is broken or has expired. The server never mails one without an address. */
  readonly isSpent: Ref<boolean>;
  /** What is wrong with the password, and any other failure. */
  readonly refused: Ref<string | null>;
  readonly failure: Ref<string | null>;
  readonly busy: Ref<boolean>;
  readonly submit: () => Promise<void>;
}

/** Sets a password by the token of a mailed link, which `send` passes on, and signs in with it. */
export function useMailedLink(
  send: (client: Entry['client'], token: string, password: string) => Promise<unknown>,
): MailedLink {
  const route = useRoute();
  const router = useRouter();
  const entry = useEntry();
  const token = String(route.query.token ?? '');
  const email = addressIn(token);
  const password = ref('');
  const isSpent = ref(email === '');
  const refused = ref<string | null>(null);
  const failure = ref<string | null>(null);
  const busy = ref(false);

  async function submit(): Promise<void> {
    busy.value = true;
    refused.value = null;
    failure.value = null;
    try {
      await send(entry.client, token, password.value);
      await enterAnew(entry, router, { email, password: password.value });
    } catch (error) {
      if (isSpentLink(error)) isSpent.value = true;
      else if (hasCode(error, INVALID)) refused.value = explainRefusal(error);
      else failure.value = explainRefusal(error);
    } finally {
      busy.value = false;
    }
  }

  return { entry, email, password, isSpent, refused, failure, busy, submit };
}
