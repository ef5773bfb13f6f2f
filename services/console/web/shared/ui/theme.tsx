import { useState } from 'react';
import type { ReactElement } from 'react';
import { chooseFormats, chosenFormats, FORMATS } from '../locale.ts';
import { common } from '../texts/common.ts';

const KEY = 'tollgate-theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const system = globalThis.matchMedia('(prefers-color-scheme: dark)');

const stored = (): Theme => {
  const value = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === value) ?? 'system';
};

function show(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && system.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

/** Shows the theme that the reader or the system has chosen, from now on. */
export function startTheme(): void {
  show(stored());
  system.addEventListener('change', () => show(stored()));
}

const SELECT = 'min-h-9 rounded-md border border-line bg-card px-2 text-sm text-ink';

/** Chooses how numbers and moments are written: as the browser does it, or in English. */
export function FormatSwitch(): ReactElement {
  return (
    <select
      aria-label={common.formats.label}
      className={SELECT}
      value={chosenFormats()}
      onChange={(event) =>
        chooseFormats(FORMATS.find((one) => one === event.target.value) ?? 'browser')
      }
    >
      {FORMATS.map((one) => (
        <option key={one} value={one}>
          {common.formats[one]}
        </option>
      ))}
    </select>
  );
}

/** Chooses between dark, light and what the system says. */
export function ThemeSwitch(): ReactElement {
  const [theme, setTheme] = useState(stored);
  return (
    <select
      aria-label={common.theme.label}
      className={SELECT}
      value={theme}
      onChange={(event) => {
        const chosen = THEMES.find((one) => one === event.target.value) ?? 'system';
        localStorage.setItem(KEY, chosen);
        setTheme(chosen);
        show(chosen);
      }}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {common.theme[one]}
        </option>
      ))}
    </select>
  );
}
