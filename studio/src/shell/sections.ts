import { BookOpen, House, Image, ListTodo, ScrollText, Settings, SquareTerminal, Users, Workflow } from '@lucide/vue';
import { type Component, type ComputedRef, computed } from 'vue';
import { type RouteLocationRaw, useRoute } from 'vue-router';
import { type Project, useProject } from '../api/project.ts';
import { t } from '../i18n/messages.ts';

/** A section of Studio: an entry in the rail, in ⌘K and in the keyboard shortcuts. */
export interface Section {
  readonly name: string;
  readonly label: string;
  readonly icon: Component;
  /** The letter that leads here after `g`. */
  readonly letter: string;
  readonly to: RouteLocationRaw;
  /** The names of its pages. */
  readonly pages: readonly string[];
}

type Plain = Omit<Section, 'label' | 'to'> & { readonly isShown: (project: Project) => boolean };

/** Sections that open at a page of their own name, for those who may use them. */
const PLAIN: readonly Plain[] = [
  {
    name: 'files',
    icon: Image,
    letter: 'f',
    pages: ['files'],
    isShown: ({ permissions }) => permissions.may('read', 'directus_files'),
  },
  {
    name: 'people',
    icon: Users,
    letter: 'p',
    pages: ['people'],
    isShown: ({ permissions }) => permissions.isAdministrator,
  },
  {
    name: 'data-model',
    icon: Workflow,
    letter: 'd',
    pages: ['data-model'],
    isShown: ({ permissions }) => permissions.isAdministrator,
  },
  { name: 'jobs', icon: ListTodo, letter: 'j', pages: ['jobs'], isShown: () => true },
  {
    name: 'activity',
    icon: ScrollText,
    letter: 'a',
    pages: ['activity'],
    isShown: ({ permissions }) => permissions.isAdministrator,
  },
  {
    name: 'developer',
    icon: SquareTerminal,
    letter: 'e',
    pages: ['developer'],
    isShown: ({ permissions }) => permissions.isAdministrator,
  },
  {
    name: 'settings',
    icon: Settings,
    letter: 's',
    pages: ['settings'],
    isShown: ({ permissions }) => permissions.isAdministrator,
  },
];

/** Whether the caller may open the page of this name. No link leads to a closed section, but its address can be typed. */
export function mayOpen(project: Project, page: string): boolean {
  return PLAIN.every(({ isShown, pages }) => !pages.includes(page) || isShown(project));
}

/** The sections that the caller may use, in the order of the rail. */
export function useSections(): ComputedRef<readonly Section[]> {
  const project = useProject();
  const route = useRoute();
  return computed(() => [
    { name: 'home', label: t('shell.home'), icon: House, letter: 'h', to: { name: 'home' }, pages: ['home'] },
    ...contentOf(project, route.params.collection),
    ...PLAIN.filter(({ isShown }) => isShown(project)).map(({ isShown: _, ...section }) => ({
      ...section,
      label: t(`shell.${section.name}`),
      to: { name: section.name },
    })),
  ]);
}

function contentOf({ schema, permissions }: Project, open: unknown): Section[] {
  const first = schema.collections.find(
    (collection) => !collection.isSystem && !collection.isHidden && permissions.mayUse(collection),
  );
  if (!first) return [];
  const collection = typeof open === 'string' && open !== '' ? open : first.name;
  const to = { name: 'list', params: { collection } };
  return [{ name: 'content', label: t('shell.content'), icon: BookOpen, letter: 'c', to, pages: ['list', 'item'] }];
}
