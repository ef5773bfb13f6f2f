const KEY = 'tollgate-language';

/**
 * Shows one language of each row of tabs: the one that the reader chose last, where the row has it.
 */
export function startTabs(): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.tabs')];
  for (const row of rows) {
    const tabs = tabsOf(row);
    for (const tab of tabs) {
      tab.addEventListener('click', () => choose(rows, tab));
      tab.addEventListener('keydown', (event) => {
        const next = neighbour(tabs, tab, event.key);
        if (next === undefined) return;
        event.preventDefault();
        choose(rows, next);
        next.focus();
      });
    }
  }
  const stored = localStorage.getItem(KEY);
  if (stored !== null) for (const row of rows) show(row, stored);
}

function tabsOf(row: HTMLElement): HTMLButtonElement[] {
  return [...row.querySelectorAll<HTMLButtonElement>('[role=tab]')];
}

function neighbour(
  tabs: readonly HTMLButtonElement[],
  tab: HTMLButtonElement,
  key: string,
): HTMLButtonElement | undefined {
  const path = tabs.indexOf(tab);
  if (key === 'ArrowRight') return tabs[(path + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(path - 1);
  if (key === 'Home') return tabs[0];
  return key === 'End' ? tabs.at(-1) : undefined;
}

/** Chooses a language for every row, and leaves the chosen tab where it is on the screen. */
function choose(rows: readonly HTMLElement[], tab: HTMLButtonElement): void {
  const language = tab.dataset['language'] ?? '';
  const before = tab.getBoundingClientRect().top;
  localStorage.setItem(KEY, language);
  for (const row of rows) show(row, language);
  globalThis.scrollBy(0, tab.getBoundingClientRect().top - before);
}

function show(row: HTMLElement, language: string): void {
  const tabs = tabsOf(row);
  if (!tabs.some((tab) => tab.dataset['language'] === language)) return;
  for (const tab of tabs) {
    const isChosen = tab.dataset['language'] === language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    if (panel !== null) panel.hidden = !isChosen;
  }
}
