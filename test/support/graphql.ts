import { expect } from 'vitest';
import type { TestProject } from './project.ts';

/** What GraphQL answers. */
export interface Result {
  // biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
  readonly data?: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly category: string; readonly code?: number };
  }[];
}

/** Sends a document to a project, and answers what came of it. */
export async function askGraphql(
  project: TestProject,
  query: string,
  variables?: object,
  token?: string | null,
): Promise<Result> {
  const { status, text, body } = await project.ask('POST', '/gql', { query, variables }, token);
  expect(status, text).toBe(200);
  return body as Result;
}

/** What a document that nothing is wrong with answers. */
export async function graphqlData(...asked: Parameters<typeof askGraphql>): Promise<Result['data']> {
  const { data, errors } = await askGraphql(...asked);
  expect(errors).toBeUndefined();
  return data;
}
