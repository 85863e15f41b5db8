/** A schema as `octavo types` writes it, for the tests of types. */
export interface Demo {
  /** What we publish */
  articles: {
    key: 'id';
    fields: {
      id: number;
      status: 'published' | 'draft' | 'deleted';
      /** Shown in lists */
      title: string;
      minutes: number | null;
      kind: 'news' | 'essay' | null;
      keywords: string[];
      extra: unknown;
      published_on: string | null;
      author: number | null;
      cover: number | null;
      created_on: string | null;
    };
    one: { author: 'authors'; cover: 'directus_files' };
    many: { tags: ['articles_tags', 'article']; comments: ['comments', 'article'] };
    required: 'title' | 'status';
    noCreate: 'created_on';
    noUpdate: 'created_on';
    write: { minutes: number | string | null };
  };
  authors: {
    key: 'id';
    fields: { id: number; name: string | null; city: string | null; mentor: number | null };
    one: { mentor: 'authors' };
    many: { articles: ['articles', 'author'] };
    required: never;
    noCreate: never;
    noUpdate: never;
    write: {};
  };
  tags: {
    key: 'id';
    fields: { id: number; name: string };
    one: {};
    many: { articles: ['articles_tags', 'tag'] };
    required: 'name';
    noCreate: never;
    noUpdate: never;
    write: {};
  };
  articles_tags: {
    key: 'id';
    fields: { id: number; article: number | null; tag: number | null };
    one: { article: 'articles'; tag: 'tags' };
    many: {};
    required: never;
    noCreate: never;
    noUpdate: never;
    write: {};
  };
  comments: {
    key: 'id';
    fields: { id: number; article: number | null; text: string | null };
    one: { article: 'articles' };
    many: {};
    required: never;
    noCreate: never;
    noUpdate: never;
    write: {};
  };
  directus_files: {
    key: 'id';
    fields: { id: number; title: string | null; type: string | null; uploaded_by: number | null };
    one: { uploaded_by: 'directus_users' };
    many: {};
    required: never;
    noCreate: 'type';
    noUpdate: 'type';
    write: {};
  };
  directus_users: {
    key: 'id';
    fields: { id: number; email: string | null; first_name: string | null; avatar: number | null };
    one: { avatar: 'directus_files' };
    many: {};
    required: 'email';
    noCreate: never;
    noUpdate: never;
    write: {};
  };
}
