import { onScopeDispose, type Ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';

/** Keeps somebody on the page while an answer is under way that comes only once, by whatever way they would leave. */
export function stayWhile(isBusy: Readonly<Ref<boolean>>): void {
  const may = (): boolean => !isBusy.value;
  onBeforeRouteLeave(may);
  onBeforeRouteUpdate(may);
  const warn = (event: BeforeUnloadEvent): void => {
    if (isBusy.value) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  onScopeDispose(() => removeEventListener('beforeunload', warn));
}
