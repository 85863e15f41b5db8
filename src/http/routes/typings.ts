import type { Caller } from '../../permissions/caller.ts';
import { namedRole } from '../../services/permissions/named-role.ts';
import { declarations } from '../../typings/declarations.ts';
import type { Documents } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { refusePublic } from '../refuse-public.ts';
import type { Answer, Route } from '../route.ts';
import { types } from '../wire/typings.ts';

/**
 * The TypeScript types of a project as its caller may use it or, for administrators, as a role may. (Contract, V-88 to
 * V-90.)
 */
export const typingRoutes = (documents: Documents): readonly Route[] => [
  { method: 'GET', path: '/types.d.ts', wire: types, handle: (exchange) => answerTypes(exchange, documents) },
];

async function answerTypes(exchange: Exchange, documents: Documents): Promise<Answer> {
  refusePublic(exchange);
  const { project, caller } = exchange;
  const { catalog } = project;
  const role = exchange.parameter('role');
  const reader: Caller = role ? { kind: 'user', id: 0, role: await namedRole(exchange.context(), role) } : caller;
  const policy = catalog.policy(reader);
  const { bytes, version } = await documents.of(catalog, `types ${policy.digest}`, () =>
    declarations(project.project, { schema: catalog.schema, policy }),
  );
  return { kind: 'text', text: bytes, type: 'application/typescript; charset=utf-8', version };
}
