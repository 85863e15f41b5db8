import { OctavoError } from '@octavo/client';
import { type Ref, ref } from 'vue';
import { explainFailure } from '../api/failure.ts';
import { t } from '../i18n/messages.ts';

/** A request to the server, and why it failed. */
interface Sending {
  readonly isBusy: Ref<boolean>;
  readonly fault: Ref<string | null>;
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

const INVALID_CONNECTION = 19;

/** What went wrong, in words for those who run the server. */
export function faultOf(failure: unknown): string {
  if (failure instanceof OctavoError && failure.code === INVALID_CONNECTION && failure.status === 400)
    return t('fleet.noConnection');
  return explainFailure(failure);
}

/** Sends one thing at a time. */
export function useSending(): Sending {
  const isBusy = ref(false);
  const fault = ref<string | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    fault.value = null;
    try {
      await work();
    } catch (failure) {
      fault.value = faultOf(failure);
    }
    isBusy.value = false;
  };
  return { isBusy, fault, run };
}
