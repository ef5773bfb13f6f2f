import type { MenuItem } from '../shared/shell.tsx';
import { texts } from '../shared/texts/platform.ts';

/** The pages of the menu, in their order. */
export const MENU: readonly MenuItem[] = [
  { to: '/', label: texts.menu.overview },
  { to: '/users', label: texts.menu.users },
  { to: '/providers', label: texts.menu.providers },
  { to: '/models', label: texts.menu.models },
  { to: '/requests', label: texts.menu.requests },
  { to: '/audit', label: texts.menu.audit },
  { to: '/jobs', label: texts.menu.jobs },
];
