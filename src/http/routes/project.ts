import { projectInfo, type Runtime } from '../../services/project/info.ts';
import { NOTHING, type Route, show } from '../route.ts';

/** The project itself. (Specification, "Projects and server".) */
export function projectRoutes(runtime: Runtime): readonly Route[] {
  return [
    { method: 'GET', path: '/', handle: async (exchange) => show(await projectInfo(exchange.context(), runtime)) },
    { method: 'POST', path: '/update', access: 'admin', handle: () => NOTHING },
  ];
}
