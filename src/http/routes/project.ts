import { projectInfo, type Runtime } from '../../services/project/info.ts';
import { NOTHING, type Route, show } from '../route.ts';

/** Information about the project. (Contract, V-10 and V-16.) */
export function projectRoutes(runtime: Runtime): readonly Route[] {
  return [
    { method: 'GET', path: '/', handle: async (exchange) => show(await projectInfo(exchange.context(), runtime)) },
    { method: 'POST', path: '/update', access: 'admin', handle: () => NOTHING },
  ];
}
