/** The bookmarks of a fresh project. (Contract, O-60.) */
export const seededPresets: readonly Readonly<Record<string, unknown>>[] = [
  {
    id: 1,
    collection: 'directus_activity',
    view_type: 'timeline',
    view_query: { timeline: { sort: '-action_on' } },
    view_options: {
      timeline: {
        date: 'action_on',
        title: '{{ action }} by {{ action_by.first_name }} {{ action_by.last_name }} (#{{ item }})',
        content: 'collection',
        color: 'action',
      },
    },
  },
  {
    id: 2,
    collection: 'directus_files',
    view_type: 'cards',
    view_options: { cards: { title: 'title', subtitle: 'type', content: 'description', src: 'data' } },
  },
  {
    id: 3,
    collection: 'directus_users',
    view_type: 'cards',
    view_options: {
      cards: { title: 'first_name', subtitle: 'last_name', content: 'title', src: 'avatar', icon: 'person' },
    },
  },
  {
    id: 4,
    collection: 'directus_webhooks',
    view_type: 'tabular',
    view_query: { tabular: { fields: 'status,http_action,url,collection,directus_action' } },
    view_options: {
      tabular: { widths: { status: 32, http_action: 72, url: 200, collection: 200, directus_action: 200 } },
    },
  },
];
