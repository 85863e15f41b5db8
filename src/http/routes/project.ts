import { projectInfo, type Runtime } from '../../services/project/info.ts';
import { NOTHING, type Route, show } from '../route.ts';
import { projectWire } from '../wire/project.ts';

/** Information about the project. (Contract, V-10 and V-16.) */
export function projectRoutes(runtime: Runtime): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/',
      wire: projectWire.read,
      handle: async (exchange) => show(await projectInfo(exchange.context(), runtime)),
    },
    { method: 'POST', path: '/update', access: 'admin', wire: projectWire.update, handle: () => NOTHING },
  ];
}
