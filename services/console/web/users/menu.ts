import type { MenuItem } from '../shared/shell.tsx';
import { hooks } from '../shared/texts/webhooks.ts';
import { texts } from '../shared/texts/users.ts';

/** The pages of the menu, in their order. */
export const MENU: readonly MenuItem[] = [
  { to: '/', label: texts.menu.home },
  { to: '/keys', label: texts.menu.keys },
  { to: '/requests', label: texts.menu.requests },
  { to: '/operations', label: texts.menu.operations },
  { to: '/usage', label: texts.menu.usage },
  { to: '/credits', label: texts.menu.credits },
  { to: '/models', label: texts.menu.models },
  { to: '/playground', label: texts.menu.playground },
  { to: '/webhooks', label: hooks.title },
  { to: '/connect', label: texts.menu.connect },
  { to: '/account', label: texts.menu.account },
];
