import type { ProjectRegistry } from '../../projects/registry.ts';
import { previewOrigins } from '../../services/previews/settings.ts';

/** The origins that Studio's pages of a project may show in frames; empty if the project is not available. */
export async function framesAt(registry: ProjectRegistry, path: string): Promise<readonly string[]> {
  const [key = ''] = path.split('/', 1);
  try {
    return registry.configOf(key) === undefined ? [] : await framesOf(registry, key);
  } catch {
    return [];
  }
}

async function framesOf(registry: ProjectRegistry, key: string): Promise<readonly string[]> {
  const project = await registry.find(key);
  if (!project) return [];
  const release = project.hold();
  try {
    await project.refresh();
    return await previewOrigins(project);
  } finally {
    release();
  }
}
