declare module 's3rver' {
  import type { Readable } from 'node:stream';

  /** The part of the library that the tests use; it brings no types. */
  export type Metadata = Readonly<Record<string, string>>;

  export interface SentObject {
    readonly bucket: string;
    readonly key: string;
    readonly metadata: Metadata;
    readonly content: Buffer | Readable;
  }

  /** Without content if a range cannot be satisfied, and in lists. */
  export interface ReadObject {
    readonly key: string;
    readonly size: number;
    readonly lastModifiedDate: Date;
    readonly metadata: Metadata;
    readonly range?: { readonly start: number; readonly end: number };
    readonly content?: Readable;
  }

  export interface ListOptions {
    readonly prefix?: string;
    readonly startAfter?: string;
    readonly maxKeys: number;
  }

  export interface Listing {
    readonly objects: readonly ReadObject[];
    readonly commonPrefixes: readonly string[];
    readonly isTruncated: boolean;
  }

  interface Written {
    readonly size: number;
    readonly md5: string;
  }

  export interface Store {
    getBucket(name: string): Promise<{ readonly name: string; readonly creationDate: Date } | null>;
    getSubresource(): Promise<null>;
    listObjects(bucket: string, options: ListOptions): Promise<Listing>;
    existsObject(bucket: string, key: string): Promise<boolean>;
    getObject(
      bucket: string,
      key: string,
      range: { readonly start?: number; readonly end?: number },
    ): Promise<ReadObject | null>;
    putObject(object: SentObject): Promise<Written>;
    copyObject(
      fromBucket: string,
      from: string,
      toBucket: string,
      to: string,
      replaced: Metadata | null,
    ): Promise<Metadata>;
    deleteObject(bucket: string, key: string): Promise<void>;
    initiateUpload(bucket: string, key: string, id: string, metadata: Metadata): Promise<void>;
    putPart(bucket: string, id: string, number: string, content: Readable): Promise<Written>;
    putObjectMultipart(bucket: string, id: string, parts: readonly { readonly number: number }[]): Promise<Written>;
  }

  export default class S3rver {
    store: Store;
    readonly context: { store: Store };
    constructor(options: { readonly address: string; readonly port: number; readonly silent: boolean });
    run(): Promise<import('node:net').AddressInfo>;
    close(): Promise<void>;
  }
}
