import { computed, type InjectionKey, inject, provide, type Ref, ref } from 'vue';

const trailKey: InjectionKey<Readonly<Ref<readonly string[]>>> = Symbol('trail');

/** The titles of the drawers around a component, the outermost first. */
const useTrail = (): Readonly<Ref<readonly string[]>> => inject(trailKey, ref([]));

/** Adds a title to the trail for all drawers that open from this one. */
export function provideTrail(title: () => string): Readonly<Ref<readonly string[]>> {
  const above = useTrail();
  provide(
    trailKey,
    computed(() => [...above.value, title()]),
  );
  return above;
}
