import type { Context } from '../../persistence/context.ts';
import { isOn } from '../../schema/settings.ts';
import { shownFiles } from '../assets/shown-files.ts';

/** Server details that callers with a token may see. */
export interface Runtime {
  readonly version: string;
  readonly node: string;
  readonly maxUploadSize: number;
}

/** Returns public information about a project, and more for callers with a token. (Contract, V-10 to V-15.) */
export async function projectInfo(context: Context, runtime: Runtime): Promise<Record<string, unknown>> {
  const { store, caller } = context;
  const { project_logo, project_foreground, project_background } = await shownFiles(context);
  const { values } = store.catalog.settings;
  const text = (key: string): string | null => values.get(key) || null;
  const shown = {
    requires2FA: caller.kind === 'user' && store.catalog.roles.get(caller.role)?.enforces2fa === true,
    project_logo,
    project_color: values.get('project_color') ?? null,
    project_foreground,
    project_background,
    project_public_note: text('project_public_note'),
    default_locale: text('default_locale'),
    telemetry: isOn(values.get('telemetry')),
    project_name: values.get('project_name') ?? null,
  };
  if (caller.kind === 'public') return { api: shown };
  return {
    api: { version: runtime.version, ...shown, database: store.dialect.engine },
    server: { max_upload_size: runtime.maxUploadSize, general: { php_version: runtime.node, php_api: 'octavo' } },
  };
}
