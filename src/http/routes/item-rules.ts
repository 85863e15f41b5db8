import { explainQuestions } from '../../services/permissions/explain.ts';
import { createRule, deleteRule, listRules, readRule, updateRule } from '../../services/permissions/rules.ts';
import { DELETED, type Route, show } from '../route.ts';
import { itemRulesWire } from '../wire/item-rules.ts';

/** Item rules of roles, and explanations of permissions. (Contract, P-120 to P-133.) */
export const itemRuleRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/permissions/explain',
    freeFor: 'users',
    wire: itemRulesWire.explain,
    access: 'authenticated',
    handle: async (exchange) => show(await explainQuestions(exchange.context(), exchange.body())),
  },
  {
    method: 'GET',
    path: '/permissions/rules',
    wire: itemRulesWire.list,
    access: 'admin',
    handle: (exchange) => {
      const [role, collection] = [exchange.parameter('role'), exchange.parameter('collection')];
      return show(listRules(exchange.context(), { role, collection }));
    },
  },
  {
    method: 'GET',
    path: '/permissions/rules/:id',
    wire: itemRulesWire.read,
    access: 'admin',
    handle: (exchange) => show(readRule(exchange.context(), exchange.path('id'))),
  },
  {
    method: 'POST',
    path: '/permissions/rules',
    wire: itemRulesWire.create,
    access: 'admin',
    handle: async (exchange) => show(await createRule(exchange.context(), exchange.object())),
  },
  {
    method: 'PATCH',
    path: '/permissions/rules/:id',
    wire: itemRulesWire.change,
    access: 'admin',
    handle: async (exchange) => show(await updateRule(exchange.context(), exchange.path('id'), exchange.object())),
  },
  {
    method: 'DELETE',
    path: '/permissions/rules/:id',
    wire: itemRulesWire.remove,
    access: 'admin',
    handle: async (exchange) => {
      await deleteRule(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  },
];
