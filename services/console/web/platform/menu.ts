import type { MenuItem } from '../shared/shell.tsx';
import { titles } from '../shared/texts/titles.ts';

/** The pages of the menu, in their order. */
export const MENU: readonly MenuItem[] = [
  { to: '/', label: titles.overview },
  { to: '/users', label: titles.users },
  { to: '/credits', label: titles.credits },
  { to: '/providers', label: titles.providers },
  { to: '/models', label: titles.models },
  { to: '/prices', label: titles.prices },
  { to: '/aliases', label: titles.aliases },
  { to: '/analytics', label: titles.analytics },
  { to: '/requests', label: titles.requests },
  { to: '/losses', label: titles.losses },
  { to: '/reconciliations', label: titles.invoices },
  { to: '/audit', label: titles.audit },
  { to: '/access', label: titles.access },
  { to: '/retention', label: titles.retention },
  { to: '/webhooks', label: titles.webhooks },
  { to: '/jobs', label: titles.jobs },
  { to: '/administrators', label: titles.administrators },
  { to: '/settings', label: titles.settings },
];
