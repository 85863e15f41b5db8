import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, expect, it } from 'vitest';
import { makeEveryType } from '../../support/every-type.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

/** Lint rules that a document of this kind cannot follow, each with the reason. */
const UNKEPT = {
  'info-license': 'off',
  'no-ambiguous-paths': 'off',
  'operation-4xx-response': 'off',
} as const;

async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: UNKEPT });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

onEveryEngine('the OpenAPI document', ({ project }) => {
  beforeAll(() => makeEveryType(project));

  it.each(['/openapi.json', '/openapi.json?system=1'])('is valid: %s', async (path) => {
    const { status, text } = await project.ask('GET', path);
    expect(status).toBe(200);
    expect(await problemsOf(text)).toEqual([]);
  });
});
