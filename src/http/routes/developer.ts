import { listModules } from '../../services/hooks/list-modules.ts';
import type { FailedRequests } from '../failed-requests.ts';
import { type Route, show } from '../route.ts';
import { developerWire } from '../wire/developer.ts';

interface DeveloperParts {
  readonly failed: FailedRequests;
  /** The folder of extensions. */
  readonly extensions: string;
}

/** Failed requests and loaded extensions. (Contract, X-41 and .) */
export const developerRoutes = ({ failed, extensions }: DeveloperParts): readonly Route[] => [
  {
    method: 'GET',
    path: '/failures',
    access: 'admin',
    wire: developerWire.failures,
    handle: ({ project }) => show(failed.of(project.config)),
  },
  {
    method: 'GET',
    path: '/extensions',
    access: 'admin',
    wire: developerWire.modules,
    handle: (exchange) => show(listModules(exchange.context(), extensions)),
  },
];
