import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../shared/is-record.ts';

/** How far the build of Studio is, where there is none to serve yet; `absent` if nobody builds it. */
export type BuildState = 'installing' | 'building' | 'failed' | 'absent';

/** The file in the folder of Studio in which a build is noted, as `scripts/build-studio.mjs` does. */
export const BUILD_NOTE = '.build.json';

/**
 * Reads how far a build has come. What a process has noted that has ended since counts for nothing.
 */
export async function buildState(folder: string): Promise<BuildState> {
  const { state, pid } = await noteIn(folder);
  if (state === 'failed') return state;
  return (state === 'installing' || state === 'building') && isAlive(pid) ? state : 'absent';
}

async function noteIn(folder: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const note: unknown = JSON.parse(await readFile(join(folder, BUILD_NOTE), 'utf8'));
    return isRecord(note) ? note : {};
  } catch {
    return {};
  }
}

function isAlive(pid: unknown): boolean {
  try {
    return typeof pid === 'number' && pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
