import { onScopeDispose, type Ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';

/** Prevents leaving the page, in any way, while an answer is awaited that is sent only once. */
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
