import { onMounted, onUnmounted, type Ref } from 'vue';

/**
 * On narrow windows, the entries of a navigation are a row that scrolls: the one that is open is brought into view, and
 * again if it moves, as when numbers arrive beside the entries, or the font that they are written in.
 */
export function useCurrentInView(nav: Readonly<Ref<HTMLElement | null>>): void {
  let seen = '';
  function show(): void {
    const current = nav.value?.querySelector<HTMLElement>('[aria-current]');
    if (!current) return;
    const place = `${current.textContent} ${current.offsetLeft} ${current.offsetWidth}`;
    if (place !== seen) current.scrollIntoView({ block: 'nearest', inline: 'center' });
    seen = place;
  }
  // The entries are separate components: a change in one of them does not update this component.
  const changes = new MutationObserver(show);
  onMounted(() => {
    show();
    void document.fonts.ready.then(show);
    const all = { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-current'] };
    if (nav.value) changes.observe(nav.value, all);
  });
  onUnmounted(() => changes.disconnect());
}
