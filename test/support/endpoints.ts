/** Lines of `METHOD path`, one per endpoint. */
const lines = (text: string): readonly string[] => text.trim().split(/\s*\n\s*/);

/** Every endpoint that the wire contract specifies. */
export const SPECIFIED = lines(`
  GET /server/projects
  POST /server/projects
  DELETE /server/projects/:project
  GET /server/info
  GET /:project/
  POST /:project/auth/authenticate
  POST /:project/auth/refresh
  POST /:project/auth/password/request
  POST /:project/auth/password/reset
  GET /:project/auth/sso
  GET /:project/auth/sso/:provider
  GET /:project/auth/sso/:provider/callback
  GET /:project/collections
  GET /:project/collections/:collection
  POST /:project/collections
  PATCH /:project/collections/:collection
  DELETE /:project/collections/:collection
  GET /:project/fields
  GET /:project/fields/:collection
  GET /:project/fields/:collection/:field
  POST /:project/fields/:collection
  PATCH /:project/fields/:collection/:field
  DELETE /:project/fields/:collection/:field
  GET /:project/relations
  GET /:project/relations/:id
  POST /:project/relations
  PATCH /:project/relations/:id
  DELETE /:project/relations/:id
  GET /:project/items/:collection
  GET /:project/items/:collection/:id
  POST /:project/items/:collection
  PATCH /:project/items/:collection/:id
  DELETE /:project/items/:collection/:id
  GET /:project/items/:collection/:id/revisions
  GET /:project/items/:collection/:id/revisions/:offset
  PATCH /:project/items/:collection/:id/revert/:revision
  GET /:project/users
  GET /:project/users/:id
  GET /:project/users/me
  POST /:project/users
  PATCH /:project/users/:id
  DELETE /:project/users/:id
  POST /:project/users/invite
  POST /:project/users/invite/:token
  PATCH /:project/users/:id/tracking/page
  GET /:project/users/:id/revisions
  GET /:project/users/:id/revisions/:offset
  GET /:project/files
  GET /:project/files/:id
  POST /:project/files
  PATCH /:project/files/:id
  DELETE /:project/files/:id
  GET /:project/files/:id/revisions
  GET /:project/files/:id/revisions/:offset
  POST /:project/utils/hash
  POST /:project/utils/hash/match
  POST /:project/utils/random/string
  GET /:project/utils/2fa_secret
  GET /interfaces
  GET /layouts
  GET /modules
  GET /:project/scim/v2/Users
  GET /:project/scim/v2/Users/:external_id
  POST /:project/scim/v2/Users
  PATCH /:project/scim/v2/Users/:external_id
  DELETE /:project/scim/v2/Users/:id
  GET /:project/scim/v2/Groups
  GET /:project/scim/v2/Groups/:id
  POST /:project/scim/v2/Groups/:id
  PATCH /:project/scim/v2/Groups/:id
  DELETE /:project/scim/v2/Groups/:id
`);

/** Specified, and not served yet: an endpoint leaves this list in the commit that brings it. */
export const NOT_YET = lines(`
  POST /:project/auth/password/request
  POST /:project/auth/password/reset
  POST /:project/users/invite
  POST /:project/users/invite/:token
`);

/**
 * Served beyond the specification's tables, because clients of Directus 8 call them. `/*` are the files below
 * `/extensions/`: Fastify's drawing leaves out what stands before a star.
 */
export const BEYOND = lines(`
  GET /:project/auth/check
  GET /:project/auth/sessions
  POST /:project/auth/sso/access_token
  POST /:project/auth/logout
  POST /:project/auth/logout/:user
  POST /:project/auth/logout/:user/:id
  POST /:project/users/:id/activate_2fa
  GET /
  GET /server/ping
  GET /types
  GET /*
  POST /:project/update
  POST /:project/gql
  PATCH /:project/fields/:collection
  GET /:project/types
  PATCH /:project/items/:collection
  PATCH /:project/files
  GET /:project/roles
  GET /:project/roles/:id
  POST /:project/roles
  PATCH /:project/roles/:id
  DELETE /:project/roles/:id
  GET /:project/permissions
  GET /:project/permissions/:id
  POST /:project/permissions
  PATCH /:project/permissions
  PATCH /:project/permissions/:id
  DELETE /:project/permissions/:id
  GET /:project/settings
  GET /:project/settings/:id
  POST /:project/settings
  PATCH /:project/settings
  PATCH /:project/settings/:id
  DELETE /:project/settings/:id
  GET /:project/activity
  GET /:project/activity/:id
  GET /:project/revisions
  GET /:project/revisions/:id
  GET /:project/collection_presets
  GET /:project/collection_presets/:id
  POST /:project/collection_presets
  PATCH /:project/collection_presets/:id
  DELETE /:project/collection_presets/:id
  GET /:project/folders
  GET /:project/folders/:id
  POST /:project/folders
  PATCH /:project/folders/:id
  DELETE /:project/folders/:id
  GET /:project/webhooks
  GET /:project/webhooks/:id
  POST /:project/webhooks
  PATCH /:project/webhooks/:id
  DELETE /:project/webhooks/:id
  GET /:project/webhooks/:id/revisions
  GET /:project/webhooks/:id/revisions/:offset
  POST /:project/activity/comment
  PATCH /:project/activity/comment/:id
  DELETE /:project/activity/comment/:id
  GET /:project/settings/fields
  GET /:project/permissions/me
  GET /:project/permissions/me/:collection
  GET /:project/scim/v2/ServiceProviderConfig
  GET /:project/scim/v2/ResourceTypes
  GET /:project/scim/v2/ResourceTypes/:id
  GET /:project/scim/v2/Schemas
  GET /:project/scim/v2/Schemas/:id
  GET /:project/scim/v2/Users/
  POST /:project/scim/v2/Users/.search
  PUT /:project/scim/v2/Users/:id
  GET /:project/scim/v2/Groups/
  POST /:project/scim/v2/Groups
  POST /:project/scim/v2/Groups/.search
  PUT /:project/scim/v2/Groups/:id
  GET /:project/scim/v2/Me
  PUT /:project/scim/v2/Me
  PATCH /:project/scim/v2/Me
  DELETE /:project/scim/v2/Me
  POST /:project/scim/v2/Bulk
  GET /:project/assets/:hash
  GET /uploads/:project/originals/:name
  GET /downloads/:project/:name
`);
