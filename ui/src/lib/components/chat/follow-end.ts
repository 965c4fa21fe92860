/** Keeps the end of a list that scrolls in view while the list grows, until a person scrolls away from the end. */

/** A person who scrolls down to less than this many pixels above the end is at the end. */
const NEAR = 80;
/** What rounding leaves between the lowest position and the end, in pixels. */
const ROUNDING = 2;

export class FollowEnd {
  private following = true;
  private list: HTMLElement | null = null;
  /** The position when it was last looked at. */
  private top = 0;

  /** An attachment for the list; its first child is what grows. */
  readonly attach = (list: HTMLElement): (() => void) => {
    this.list = list;
    const scrolled = () => this.scrolled(list);
    list.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(() => this.keep());
    observer.observe(list);
    if (list.firstElementChild) observer.observe(list.firstElementChild);
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', scrolled);
      this.list = null;
    };
  };

  /** Goes to the end and stays there. */
  show(): void {
    this.following = true;
    this.keep();
  }

  private keep(): void {
    if (!this.list || !this.following) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.top = this.list.scrollTop;
  }

  /** Only a smaller position tells that a person went away from the end: a list that grew leaves the position as it was,
   *  and one that shrank has its lowest position. */
  private scrolled(list: HTMLElement): void {
    const below = list.scrollHeight - list.scrollTop - list.clientHeight;
    if (list.scrollTop < this.top) this.following = below <= ROUNDING;
    else if (below < NEAR) this.following = true;
    this.top = list.scrollTop;
  }
}
