import type { TestProject } from './project.ts';

export const SCIM_TOKEN = 'the-token-of-the-identity-provider';
export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Bodies = readonly [Body, ...Body[]];

/** Members of response bodies; each response has some of them. */
export interface Body {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly externalId: unknown;
  readonly meta: { readonly version: string; readonly location: string };
  readonly userName: string;
  readonly displayName: string;
  readonly title: string;
  readonly active: boolean;
  readonly name: Readonly<Record<string, string>>;
  readonly emails: Bodies;
  readonly addresses: unknown;
  readonly groups: Bodies;
  readonly members: Bodies;
  readonly value: string;
  readonly [ENTERPRISE_URN]: { readonly department: string; readonly manager: { readonly value: string } };
  readonly Resources: Bodies;
  readonly Operations: Bodies;
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly status: string;
  readonly scimType: string;
  readonly detail: string;
  readonly response: Body;
  readonly method: string;
  readonly bulkId: string;
  readonly endpoint: string;
  readonly patch: { readonly supported: boolean };
  /** From the envelope of other endpoints. */
  readonly data: { readonly token: string };
  readonly action: string;
  readonly item: string;
}

export interface ScimAnswered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

/** An identity provider with a project of its own; it sends the provisioning token. */
export class ScimClient {
  readonly project: TestProject;

  constructor(project: TestProject) {
    this.project = project;
  }

  /** Opens the project to provisioning with the token. */
  async open(options: object = {}): Promise<void> {
    const { registry } = this.project.server.app;
    const config = registry.configOf(this.project.key);
    if (!config) throw new Error('the project is not there');
    const scim = { token: SCIM_TOKEN, ...options };
    await registry.replace({ ...config, sections: { ...config.sections, scim } });
  }

  /** Sends a request below `/scim/v2`. */
  ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ScimAnswered> {
    return this.askAs(SCIM_TOKEN, method, `/scim/v2${path}`, body, headers);
  }

  /** Sends any request to the project with a token, or without one if it is null. */
  async askAs(
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswered> {
    const answer = await this.project.server.app.http.inject({
      method: method as 'GET',
      url: `/${this.project.key}${path}`,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === '' ? ({} as Body) : answer.json<Body>(),
    };
  }

  /** Creates a user and returns it. */
  async user(userName: string, more: object = {}): Promise<Body> {
    const { status, body } = await this.ask('POST', '/Users', { schemas: [USER_URN], userName, active: true, ...more });
    if (status !== 201) throw new Error(`${userName}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async group(displayName: string, members: readonly string[] = []): Promise<Body> {
    const sent = { schemas: [GROUP_URN], displayName, members: members.map((value) => ({ value })) };
    const { status, body } = await this.ask('POST', '/Groups', sent);
    if (status !== 201) throw new Error(`${displayName}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  patch(path: string, ...operations: readonly object[]): Promise<ScimAnswered> {
    return this.ask('PATCH', path, { schemas: [PATCH_URN], Operations: operations });
  }

  /** User names that a filter finds, in alphabetical order; the response if it is refused. */
  async found(filter: string, path = '/Users'): Promise<readonly string[] | string> {
    const { status, body } = await this.ask('GET', `${path}?filter=${encodeURIComponent(filter)}`);
    if (status !== 200) return `${status} ${body.scimType}`;
    return body.Resources.map((resource: Body) => resource.userName ?? resource.displayName).sort();
  }
}
