// Runs before anything is painted, and shares nothing with the other script: it has to be a file of
// its own.
{
  /** The console keeps its choice under the same name. */
  const key = 'tollgate-theme';
  const system = globalThis.matchMedia('(prefers-color-scheme: dark)');
  const stored = (): string => localStorage.getItem(key) ?? 'system';
  const show = (): void => {
    const theme = stored();
    const isDark = theme === 'dark' || (theme === 'system' && system.matches);
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  };
  show();
  system.addEventListener('change', show);
  globalThis.addEventListener('storage', show);
  document.addEventListener('DOMContentLoaded', () => {
    const select = document.querySelector<HTMLSelectElement>('select.theme');
    if (select === null) return;
    select.value = stored();
    select.addEventListener('change', () => {
      localStorage.setItem(key, select.value);
      show();
    });
  });
}
