import { OctavoError } from '@octavo/client';
import { useQuery } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { useProject } from '../../api/project.ts';
import { sendRequest } from './answer.ts';
import { type Api, type ApiDocument, apiOf } from './operations.ts';

/** The API of the project as its own document describes it. */
export function useApi(): {
  readonly api: Ref<Api | null>;
  readonly error: Ref<unknown>;
  readonly refetch: () => void;
} {
  const { key } = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: [key, 'openapi'],
    queryFn: async ({ signal }) => apiOf(await readDocument(`${location.origin}/${encodeURIComponent(key)}`, signal)),
    staleTime: 60_000,
  });
  return { api: computed(() => data.value ?? null), error, refetch: () => void refetch() };
}

/** The document has no envelope. */
async function readDocument(base: string, signal: AbortSignal): Promise<ApiDocument> {
  const query = [['system', '1']] as const;
  const { status, text } = await sendRequest(
    base,
    { method: 'GET', path: '/openapi.json', query, body: undefined },
    signal,
  );
  if (status !== 200) throw new OctavoError(status, []);
  return JSON.parse(text) as ApiDocument;
}
