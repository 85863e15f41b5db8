import type { TObject } from 'typebox';
import type { ErrorName } from '../errors/catalogue.ts';
import type { Shape, Shapes } from './shape.ts';

/** What a route accepts and returns: the source of body checks, of the OpenAPI documents and of typed clients. */
export interface Wire {
  /** What the route does, on one line: `Sign in`. */
  readonly summary: string;
  /** The groups in which documents show the route. */
  readonly tags: readonly Tag[];
  /** The parameters in its path, by name; `*` is the rest of the path. */
  readonly path?: Shapes;
  /** Its query parameters in addition to the common ones. */
  readonly query?: Shapes;
  /** Whether it accepts any other query parameter, even in a strict project. */
  readonly anyQuery?: true;
  /** How much of the query language it supports. */
  readonly language?: Language;
  /** Missing if the route needs no body. */
  readonly body?: WireBody;
  /** Its successes. */
  readonly answers: readonly [WireAnswer, ...WireAnswer[]];
  /** Its failures, in addition to those that any route may have. */
  readonly errors: readonly ErrorName[];
  /** The body of its failures, if it differs from the usual one. */
  readonly failure?: { readonly type: string; readonly shape: Shape };
}

export type Tag =
  | 'activity'
  | 'assets'
  | 'auth'
  | 'collections'
  | 'deliveries'
  | 'extensions'
  | 'fields'
  | 'files'
  | 'folders'
  | 'graphql'
  | 'items'
  | 'jobs'
  | 'mail'
  | 'permissions'
  | 'presets'
  | 'previews'
  | 'project'
  | 'relations'
  | 'revisions'
  | 'roles'
  | 'schedules'
  | 'scim'
  | 'server'
  | 'settings'
  | 'tasks'
  | 'users'
  | 'utils'
  | 'webhooks';

/** Lists can be filtered, sorted and paged; single items only support the choice of fields. */
export type Language = 'list' | 'item';

export type WireBody = CheckedBody | PlannedBody | HandledBody;

interface SomeBody {
  /** The media types, if they are not JSON and forms. */
  readonly types?: readonly string[];
  /** Whether a missing body counts as an empty object. */
  readonly optional?: true;
}

/** A body whose shape is fixed, checked before the handler is called. */
export interface CheckedBody<Sent extends Shape<TObject> = Shape<TObject>> extends SomeBody {
  readonly check: 'shape';
  readonly shape: Sent;
  /** The error that names the members that break their shapes; `validation` by default. */
  readonly fails?: 'validation' | 'loginValidation';
  /** Specific errors for members whose value has the right type but is refused. */
  readonly failing?: Readonly<Record<string, ErrorName>>;
}

/** Items, checked against collection and policy when the write is planned. */
export interface PlannedBody extends SomeBody {
  readonly check: 'plan';
  readonly shape: Shape;
}

/** A body that the handler checks itself; the shape documents it. */
export interface HandledBody extends SomeBody {
  readonly check: 'handler';
  /** Why the shape cannot be checked in advance. */
  readonly reason: string;
  readonly shape: Shape;
}

/** One way to succeed. */
export type WireAnswer =
  /** 204 for everybody. */
  | { readonly kind: 'deleted' }
  /** 204, or 200 and the public flag for the public; `public` sends the flag to everybody. (Contract, R-45.) */
  | { readonly kind: 'nothing'; readonly public?: true }
  | DataAnswer
  /** The list as a file, if the parameter `export` is set. */
  | { readonly kind: 'export' }
  /** Bytes of a file, complete or partial. */
  | { readonly kind: 'file' }
  | { readonly kind: 'text'; readonly type: string }
  /** A body of another protocol; no body if there is no shape. */
  | {
      readonly kind: 'document';
      readonly status: number;
      readonly type: string;
      readonly shape?: Shape;
    }
  | { readonly kind: 'redirect' };

/** 200 with the envelope around data. (Contract, R-40 to R-49.) */
export interface DataAnswer {
  readonly kind: 'data';
  readonly data: Shape;
  /** Whether the answer has metadata on request. */
  readonly meta?: true;
  /** The public flag in every answer: always `true`, or whether the caller is the public. */
  readonly public?: 'true' | 'either';
  /** The error that accompanies the data if the caller must do something next. */
  readonly warning?: ErrorName;
}

/** An answer with data. */
export function data(shape: Shape, more: Omit<DataAnswer, 'kind' | 'data'> = {}): DataAnswer {
  return { kind: 'data', data: shape, ...more };
}

/** Failures that any route may have. Routes that are used without a token do not have those about tokens. */
export const COMMON_ERRORS = [
  'internal',
  'badRequest',
  'unauthorized',
  'validation',
  'tooManyRequests',
  'projectBusy',
  'databaseUnavailable',
  'databaseBusy',
  'invalidToken',
  'expiredToken',
  'userInactive',
  'secondFactorRequired',
  'foreignOrigin',
] as const satisfies readonly ErrorName[];
