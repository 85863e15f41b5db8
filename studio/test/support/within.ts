import { type App, createRenderer, defineComponent } from 'vue';

/** What a page would be: the component that is mounted shows nothing. */
const { createApp } = createRenderer<object, object>({
  createComment: () => ({}),
  createElement: () => ({}),
  createText: () => ({}),
  insert: () => undefined,
  nextSibling: () => null,
  parentNode: () => null,
  patchProp: () => undefined,
  remove: () => undefined,
  setElementText: () => undefined,
  setText: () => undefined,
});

/** What the setup of a mounted component gives, with what `provide` provides above it. */
export function within<T>(provide: (app: App<object>) => void, setup: () => T): T {
  const given: T[] = [];
  const component = defineComponent(() => {
    given.push(setup());
    return () => null;
  });
  const app = createApp(component);
  provide(app);
  app.mount({});
  return given[0] as T;
}
