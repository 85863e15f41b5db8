import { type Running, SUPER_ADMIN_TOKEN } from './running.ts';

/** The response of a route for server operators. */
export interface FleetAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
  readonly data: any;
  readonly error: { readonly code: number; readonly message: string } | undefined;
  readonly text: string;
}

/** Sends requests to the routes for server operators. */
export function fleetOf(server: Pick<Running, 'base'>, token: string | null = SUPER_ADMIN_TOKEN) {
  const ask = async (method: string, path: string, body?: unknown): Promise<FleetAnswer> => {
    const headers = {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.base}/server${path}`, { method, headers, ...sent });
    const text = await answer.text();
    const parsed = text.startsWith('{') ? JSON.parse(text) : {};
    return { status: answer.status, data: parsed.data, error: parsed.error, text };
  };
  return { ask };
}
