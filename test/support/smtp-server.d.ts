declare module 'smtp-server' {
  interface Session {
    readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
  }
  type Done = (error?: (Error & { responseCode?: number }) | null) => void;

  /** The part of the library that the tests use; it brings no types. */
  export class SMTPServer {
    constructor(options: {
      readonly authOptional: boolean;
      readonly disabledCommands: readonly string[];
      readonly logger: boolean;
      onData(stream: import('node:stream').Readable, session: Session, done: Done): void;
    });
    readonly server: import('node:net').Server;
    listen(port: number, host: string, done: () => void): void;
    close(done: () => void): void;
  }
}
