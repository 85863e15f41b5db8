export interface Step {
  readonly name: string;
  readonly setup?: boolean;
  readonly uncompared?: boolean;
  /** The caller; the administrator by default. */
  readonly as?: string;
  readonly request: { readonly method?: string; readonly path: string };
  readonly response?: unknown;
}
export interface Response {
  readonly status: number;
  readonly type?: string;
  readonly body?: unknown;
}
export interface Scenario {
  readonly title: string;
  readonly steps: readonly Step[];
}
export interface Run {
  readonly base: string;
  readonly project: string;
  readonly database: Readonly<Record<string, unknown>>;
  readonly onStep: (step: Step, response: Response, vars: Readonly<Record<string, string>>) => void | Promise<void>;
}
export function load(file: string): Scenario;
export function run(scenario: Scenario, options: Run): Promise<void>;
export function compare(scenario: Scenario, step: Step, response: unknown, vars: unknown): string[];
export interface Mail {
  readonly to: readonly string[];
  readonly text: string;
}
export function mailSink(): Promise<{ readonly mails: readonly Mail[]; readonly port: number }>;
