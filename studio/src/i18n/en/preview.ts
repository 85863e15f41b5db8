import type { Messages } from '../messages.ts';

export default {
  'preview.saved': 'As saved',
  'preview.unsaved': 'As it was saved: your last changes are not in it yet.',
  'preview.again': 'Reload',
  'preview.open': 'Open in a new tab',
  'preview.address': 'Address of the page',
  'preview.addressOf': 'Where {collection} are previewed',
  'preview.hint': 'The page of your site that shows one of them. Fields and the token are filled in:',
  'preview.none': 'Nobody has set up a preview yet. An administrator can do it here.',
  'preview.blocked': 'The address was set after this page was loaded. Load the page again to see the preview.',
  'preview.loadPage': 'Reload the page',
  'preview.close': 'Close the preview',
  'preview.frame': 'The item on its site',
} satisfies Messages;
