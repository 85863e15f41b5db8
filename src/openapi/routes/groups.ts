import type { Tag } from '../../wire/wire.ts';

/** What the groups of routes are about. */
export const groups: Readonly<Record<Tag, string>> = {
  activity: 'What was done, by whom, and comments on it',
  assets: 'Files and thumbnails by their public addresses',
  auth: 'Signing in and out, tokens and sessions',
  collections: 'Collections: tables with what describes them',
  deliveries: 'Webhooks and mails that were sent',
  extensions: 'What this project adds',
  fields: 'Fields of collections',
  files: 'Files and what describes them',
  folders: 'Folders of files',
  graphql: 'GraphQL over the same items',
  items: 'Items of collections',
  mail: 'Sending mail',
  permissions: 'What roles may do',
  presets: 'How users look at collections',
  project: 'The project itself',
  relations: 'Relations between collections',
  revisions: 'Former states of items',
  roles: 'Roles of users',
  scim: 'Users and groups for identity providers, by SCIM 2.0',
  server: 'The server and its projects',
  settings: 'Settings of the project',
  users: 'Users',
  utils: 'Hashes, random texts and secrets',
  webhooks: 'Addresses that are told of changes',
};
