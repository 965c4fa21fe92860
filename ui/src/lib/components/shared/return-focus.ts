import { onDestroy, tick } from 'svelte';

/**
 * Gives the focus back, when the component that calls this while it is set up goes away, to what had it before, or to what
 * `instead` answers. The rest of the window is inert until then, so it is given once that ended.
 */
export function returnFocus(instead: () => HTMLElement | null = () => null) {
  const before = document.activeElement;
  onDestroy(() => {
    const back = instead() ?? before;
    void tick().then(() => {
      if (back instanceof HTMLElement) back.focus();
    });
  });
}
