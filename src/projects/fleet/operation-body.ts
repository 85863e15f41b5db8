import { Violations, violation } from '../../errors/violations.ts';
import { asText } from '../../shared/text.ts';
import { readDatabaseBody } from '../database-body.ts';
import { refuseForbiddenKeys } from '../forbidden-keys.ts';
import { OPERATION_KINDS } from './operation.ts';
import type { OperationRequest } from './operation-request.ts';

/** Parses the body that starts an operation. Error 4. */
export function readOperation(body: Readonly<Record<string, unknown>>): OperationRequest {
  refuseForbiddenKeys(body);
  const violations = new Violations();
  const kind = OPERATION_KINDS.find((name) => name === body.kind);
  if (!kind) violations.add('kind', violation.expected('"copy" or "move"'));
  const { project } = body;
  if (typeof project !== 'string' || project === '') violations.add('project', violation.blank);
  const to = kind === 'move' ? project : body.to;
  if (typeof to !== 'string' || to === '') violations.add('to', violation.blank);
  violations.throwIfAny();
  const database = readDatabaseBody(body);
  return { kind: kind ?? 'copy', project: asText(project), to: asText(to), database };
}
