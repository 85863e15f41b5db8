import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProjectFiles } from '../../../src/config/project-files.ts';
import { ConfigCache } from '../../../src/projects/config-cache.ts';
import { temporaryFolder } from '../../support/server-process.ts';

const FILE = JSON.stringify({ database: { type: 'sqlite', name: 'shop' }, auth: { secret: 's', public: 'p' } });

it('a file that becomes unusable is reported once for each state, and its former content applies', () => {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'shop.json');
    writeFileSync(file, FILE);
    const problems: string[] = [];
    const reports = { read: () => {}, unusable: (problem: string) => void problems.push(problem) };
    const cache = new ConfigCache(new ProjectFiles(folder.path), reports);
    const rewrite = (path: string, text: string): void => {
      writeFileSync(path, text);
      cache.refresh(true);
      cache.refresh(true);
    };
    rewrite(file, '{\n"database": ');
    expect(problems).toEqual([expect.stringMatching(/\/shop\.json: is not valid JSON/)]);
    expect(cache.get('shop')?.database.name).toBe('shop');
    rewrite(join(folder.path, 'new.json'), '[]');
    expect(problems.slice(1)).toEqual([expect.stringMatching(/\/new\.json: is not a JSON object$/)]);
    rmSync(join(folder.path, 'new.json'));
    rewrite(file, FILE.replace('"name":"shop"', '"name":"other"'));
    expect(problems).toHaveLength(2);
    expect(cache.get('shop')?.database.name).toBe('other');
  } finally {
    folder.remove();
  }
});
