import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../shared/is-record.ts';

/** How far the build of Studio is, where there is none to serve yet; `absent` if nobody builds it. */
export type BuildState = 'installing' | 'building' | 'failed' | 'absent';

/**
 * Reads what `scripts/build-studio.mjs` notes in the folder of Studio. The note of a build that was ended counts as
 * none.
 */
export async function buildState(folder: string): Promise<BuildState> {
  const { state, pid } = await noteIn(folder);
  if (state === 'failed') return state;
  return (state === 'installing' || state === 'building') && isAlive(Number(pid)) ? state : 'absent';
}

async function noteIn(folder: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const note: unknown = JSON.parse(await readFile(join(folder, '.build.json'), 'utf8'));
    return isRecord(note) ? note : {};
  } catch {
    return {};
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
