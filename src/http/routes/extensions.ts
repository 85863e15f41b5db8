import { type Route, show } from '../route.ts';

/** Extensions of the project that a caller names by token, query or header. (Specification, "Extensions".) */
export const extensionRoutes: readonly Route[] = ['/interfaces', '/layouts', '/modules'].map((path) => ({
  method: 'GET',
  path,
  access: 'authenticated',
  handle: () => show([]),
}));
