import { listExtensions } from '../../extensions/app-extensions.ts';
import type { Scope } from '../../persistence/context.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { unknownName, type Warning } from '../../query/plan/write/warnings.ts';
import { interfaceNames } from '../../schema/interfaces.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { warnOrRefuse } from '../strict/warn-or-refuse.ts';

/** Refuses, or warns about, an interface or a default status that does not exist. Error 4. */
export async function checkDefinition(context: Scope, payload: Payload): Promise<void> {
  warnOrRefuse(context, [...(await unknownInterface(context, payload.interface)), ...unknownStatus(payload)]);
}

async function unknownInterface({ store }: Scope, name: unknown): Promise<Warning[]> {
  const unknown = unknownName('interface', 'interface', name, interfaceNames);
  if (unknown.length === 0) return [];
  const own = await listExtensions(store.surroundings.extensions, store.project, 'interfaces');
  return unknownName('interface', 'interface', name, [...interfaceNames, ...own.map(({ id }) => asText(id))]);
}

function unknownStatus({ default_value: value, options }: Payload): Warning[] {
  const mapping = isRecord(options) ? options.status_mapping : undefined;
  return isRecord(mapping) ? unknownName('default_value', 'status', value, Object.keys(mapping)) : [];
}
