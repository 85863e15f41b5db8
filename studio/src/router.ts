import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import { loadMessages, type Part } from './i18n/messages.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** The texts that a page needs. */
    readonly parts: readonly Part[];
  }
}

/** Pages that need nobody to be signed in. */
const entry: RouteRecordRaw[] = [
  { path: '/', name: 'projects', component: () => import('./entry/projects.vue') },
  { path: '/:project/sign-in', name: 'sign-in', component: () => import('./entry/sign-in.vue') },
  { path: '/:project/forgotten', name: 'forgotten', component: () => import('./entry/forgotten.vue') },
  { path: '/:project/reset-password', name: 'reset-password', component: () => import('./entry/reset-password.vue') },
  { path: '/:project/accept-invite', name: 'accept-invite', component: () => import('./entry/accept-invite.vue') },
  { path: '/:project/second-factor', name: 'second-factor', component: () => import('./entry/second-factor.vue') },
];

/** About all projects of the server. No project can have this key. */
const fleet: RouteRecordRaw = {
  path: '/server/:page?/:key?',
  name: 'fleet',
  component: () => import('./fleet/fleet.vue'),
  meta: { parts: ['fleet'] },
};

const ENTRY = { parts: ['entry'] } as const;
const FORMS = { parts: ['app', 'forms'] } as const;
const partsOf = (...more: readonly Part[]) => ({ parts: ['app', 'forms', ...more] }) as const;
const pages: RouteRecordRaw[] = [
  { path: '', name: 'home', component: () => import('./home/home.vue') },
  { path: 'content/:collection', name: 'list', component: () => import('./list/list.vue') },
  { path: 'content/:collection/:item', name: 'item', component: () => import('./item/item.vue'), meta: FORMS },
  { path: 'files/:folder?', name: 'files', component: () => import('./files/files.vue'), meta: FORMS },
  { path: 'me/:section?', name: 'me', component: () => import('./me/me.vue'), meta: partsOf('me') },
  {
    path: 'people/:section?/:id?',
    name: 'people',
    component: () => import('./people/people.vue'),
    meta: partsOf('people', 'me'),
  },
  {
    path: 'model/:collection?/:field?',
    name: 'data-model',
    component: () => import('./data-model/data-model.vue'),
    meta: partsOf('data-model'),
  },
  { path: 'jobs/:job?', name: 'jobs', component: () => import('./jobs/jobs.vue'), meta: partsOf('jobs') },
  {
    path: 'activity',
    name: 'activity',
    component: () => import('./activity/activity.vue'),
    meta: partsOf('activity'),
  },
  {
    path: 'settings/:section?',
    name: 'settings',
    component: () => import('./settings/settings.vue'),
    meta: partsOf('settings'),
  },
  {
    path: 'developer/:tool?/:id?',
    name: 'developer',
    component: () => import('./developer/developer.vue'),
    meta: partsOf('developer'),
  },
  { path: ':rest(.*)*', name: 'not-found', component: () => import('./shell/not-found.vue') },
];

/** The pages of Studio. Those of a project are below its shell, which asks who is there. */
export const router = createRouter({
  history: createWebHistory('/studio/'),
  routes: [
    fleet,
    ...entry.map((route) => ({ ...route, meta: ENTRY })),
    {
      path: '/:project',
      component: () => import('./shell/project.vue'),
      meta: { parts: ['app'] },
      children: pages,
    },
  ],
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
});

router.beforeEach(async (to) => {
  await Promise.all(to.meta.parts.map(loadMessages));
});
