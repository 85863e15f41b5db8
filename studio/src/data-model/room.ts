import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { type ComputedRef, computed, type InjectionKey, inject, type Ref, ref } from 'vue';
import { type Project, useProject } from '../api/project.ts';
import { language } from '../i18n/messages.ts';
import type { CollectionRow } from '../model/collection.ts';
import type { RelationRow } from '../model/relation.ts';
import { type Schema, schemaOf } from '../model/schema.ts';
import type { Change } from './change.ts';
import type { StoredField } from './definition.ts';

/** A relation with its id. */
export interface StoredRelation extends RelationRow {
  readonly id: number;
}

/** The schema in the section of the data model: the server's own descriptions, read again after each change. */
export interface Model {
  readonly rows: readonly CollectionRow[];
  readonly relations: readonly StoredRelation[];
  readonly schema: Schema;
}

const MODEL = ['data-model'] as const;

/** Reads the schema for the section; until then, it is that of the open project. */
export function useModelQuery({ client, me }: Project) {
  return useQuery({
    queryKey: MODEL,
    queryFn: async ({ signal }): Promise<Model> => {
      const [rows, relations] = await Promise.all([
        client.request<CollectionRow[]>('GET', '/collections', { limit: -1, signal }),
        client.request<StoredRelation[]>('GET', '/relations', { limit: -1, signal }),
      ]);
      return { rows, relations, schema: schemaOf(rows, relations, me.locale ?? language()) };
    },
    staleTime: 0,
  });
}

/** Returns the function that reads the schema again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: MODEL }),
      queries.invalidateQueries({ queryKey: ['schema-field'] }),
      queries.invalidateQueries({ queryKey: ['schema-changes'] }),
    ]);
  };
}

/** Whether the schema was changed since the rest of Studio read it. */
export const isStale = ref(false);

/** What the pages of the section use: the schema, and the function that asks for a change. */
export interface Room {
  readonly model: ComputedRef<Model>;
  /** The language of names that are entered here. */
  readonly locale: string;
  /** Shows the plan of a change and asks for confirmation; returns whether the change was made. */
  readonly ask: (change: Change) => Promise<boolean>;
}

export const roomKey: InjectionKey<Room> = Symbol('data-model');

export function useRoom(): Room {
  const room = inject(roomKey);
  if (!room) throw new Error('this component belongs into the room of the data model');
  return room;
}

/** The server's description of a collection. */
export function useRow(name: () => string): ComputedRef<CollectionRow | undefined> {
  const { model } = useRoom();
  return computed(() => model.value.rows.find(({ collection }) => collection === name()));
}

/** A field with everything that can be changed, including its index. */
export function useStoredField(collection: () => string, field: () => string): Ref<StoredField | undefined> {
  const { client } = useProject();
  const { data } = useQuery({
    queryKey: computed(() => ['schema-field', collection(), field()]),
    queryFn: async ({ signal }): Promise<StoredField> => {
      const path = `/fields/${encodeURIComponent(collection())}/${encodeURIComponent(field())}`;
      return client.request<StoredField>('GET', path, { fields: '*,index,text_index', signal });
    },
    enabled: computed(() => field() !== ''),
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}

/** Why a collection can have no text indexes, in the server's words; null if it can. (Contract, S-189.) */
export function useTextIndexObstacle(collection: () => string) {
  const { client } = useProject();
  return useQuery({
    queryKey: computed(() => ['text-index-obstacle', collection()]),
    queryFn: async ({ signal }): Promise<string | null> => {
      const path = `/collections/${encodeURIComponent(collection())}`;
      const fields = '*,text_index_obstacle';
      const row = await client.request<{ text_index_obstacle: string | null }>('GET', path, { fields, signal });
      return row.text_index_obstacle;
    },
    staleTime: 0,
  });
}
