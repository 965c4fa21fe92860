/** How the window is divided. Kept on this computer, so that it looks tomorrow as it was left today. */

export type BenchTab = 'solutions' | 'artifacts';

interface StoredLayout {
  navigation: boolean;
  bench: boolean;
  navigationWidth: number;
  /** None: as wide as suits the window. */
  benchWidth: number | null;
  list: boolean;
  /** Whether many results are a table. */
  table: boolean;
}

const KEY = 'patchbay.layout';
const DEFAULTS: StoredLayout = {
  navigation: true,
  bench: true,
  navigationWidth: 208,
  benchWidth: null,
  list: false,
  table: false,
};

export const NAVIGATION_WIDTH = { min: 160, max: 360 };
export const BENCH_WIDTH = { min: 320, max: 1400 };
/** How wide the bench is where nobody moved its edge, and its share of the window. */
const USUAL_BENCH = { min: 560, max: 800, share: 0.3 };
/** The chat is never narrower than this beside a part; the part lies over it instead. */
const CHAT_MIN = 380;

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, value));
}

export class Layout {
  windowWidth = $state(1280);
  tab = $state<BenchTab>('solutions');
  private kept = $state<StoredLayout>({ ...DEFAULTS });
  /** Parts that lie over the chat open only for the moment, so that is not kept. */
  private over = $state<'navigation' | 'bench' | null>(null);

  constructor() {
    try {
      this.kept = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    } catch {
      // A layout that cannot be read is no loss: the window begins with the usual one.
    }
  }

  readonly navigationIsOver = $derived(this.windowWidth < this.kept.navigationWidth + CHAT_MIN + 60);
  readonly benchIsOver = $derived(
    this.windowWidth < (this.navigationIsOver ? 0 : this.kept.navigationWidth) + CHAT_MIN + BENCH_WIDTH.min,
  );
  readonly navigationOpen = $derived(this.navigationIsOver ? this.over === 'navigation' : this.kept.navigation);
  readonly benchOpen = $derived(this.benchIsOver ? this.over === 'bench' : this.kept.bench);
  readonly navigationWidth = $derived(this.kept.navigationWidth);
  readonly benchWidth = $derived.by(() => {
    const wanted = this.kept.benchWidth ?? Math.round(clamp(this.windowWidth * USUAL_BENCH.share, USUAL_BENCH));
    if (this.benchIsOver) return Math.min(wanted, this.windowWidth - 48);
    const beside = this.navigationOpen ? this.kept.navigationWidth : 0;
    return Math.max(BENCH_WIDTH.min, Math.min(wanted, this.windowWidth - beside - CHAT_MIN));
  });
  /** How much of the window's width the conversations take from the chat, and how much the bench. */
  readonly startWidth = $derived(this.navigationOpen && !this.navigationIsOver ? this.navigationWidth : 0);
  readonly endWidth = $derived(this.benchOpen && !this.benchIsOver ? this.benchWidth : 0);
  readonly asList = $derived(this.kept.list);
  readonly asTable = $derived(this.kept.table);

  setNavigation(open: boolean): void {
    if (this.navigationIsOver) this.over = open ? 'navigation' : null;
    else this.keep({ navigation: open });
  }

  setBench(open: boolean): void {
    if (this.benchIsOver) this.over = open ? 'bench' : null;
    else this.keep({ bench: open });
  }

  showBench(tab: BenchTab): void {
    this.tab = tab;
    this.setBench(true);
  }

  /** Folds whatever lies over the chat; says whether something did. */
  foldOverlay(): boolean {
    const folded = this.over !== null && (this.navigationIsOver || this.benchIsOver);
    this.over = null;
    return folded;
  }

  setNavigationWidth(width: number): void {
    this.keep({ navigationWidth: clamp(width, NAVIGATION_WIDTH) });
  }

  setBenchWidth(width: number): void {
    this.keep({ benchWidth: clamp(width, BENCH_WIDTH) });
  }

  setList(list: boolean): void {
    this.keep({ list });
  }

  setTable(table: boolean): void {
    this.keep({ table });
  }

  private keep(change: Partial<StoredLayout>): void {
    this.kept = { ...this.kept, ...change };
    localStorage.setItem(KEY, JSON.stringify(this.kept));
  }
}
