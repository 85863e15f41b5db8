import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optionTable } from '../../src/config/options.ts';
import { ROOT } from '../support/built.ts';

const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const matches = (pattern: RegExp): string[] => [...dockerfile.matchAll(pattern)].map(([, found = '']) => found);

it('the image sets only options that exist, and checks the port that the server listens on by default', () => {
  const variables: readonly string[] = Object.values(optionTable).map(({ variable }) => variable);
  const named = matches(/\b(OCTAVO_\w+)/g);
  expect(named).toContain('OCTAVO_HOST');
  expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  expect(dockerfile).toContain(`OCTAVO_PORT ?? ${optionTable.port.fallback}`);
  expect(matches(/^EXPOSE (\d+)/gm)).toEqual([optionTable.port.fallback]);
});

it('the image has a version of Node that the package supports', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
  const [oldest] = /\d+/.exec(engines.node) ?? [];
  const versions = matches(/^FROM node:(\d+)/gm).map(Number);
  expect(new Set(versions).size).toBe(1);
  expect(versions[0]).toBeGreaterThanOrEqual(Number(oldest));
});

it('the image has the folders that the server needs', () => {
  const running = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');
  const needed = /The server needs (.*?), and never writes/.exec(running)?.[1] ?? '';
  const folders = [...needed.matchAll(/`([^`]+)`/g)].map(([, path]) => path);
  expect(matches(/^COPY --from=build \/opt\/octavo\/(\S+)/gm).sort()).toEqual(folders.sort());
});
