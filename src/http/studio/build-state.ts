import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../shared/is-record.ts';

/** The progress of Studio's build while there is none to serve; `absent` if no build is running. */
export type BuildState = 'installing' | 'building' | 'failed' | 'absent';

/** The file in Studio's folder in which `scripts/build-studio.mjs` notes the state of a build. */
export const BUILD_NOTE = '.build.json';

/** Reads the progress of a build. The note of a process that has ended is ignored. */
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
