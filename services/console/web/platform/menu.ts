import type { MenuItem } from '../shared/shell.tsx';
import { keeping } from '../shared/texts/keeping.ts';
import { texts } from '../shared/texts/platform.ts';
import { reconciling } from '../shared/texts/reconciling.ts';
import { hooks } from '../shared/texts/webhooks.ts';
import { selling } from '../shared/texts/selling.ts';

/** The pages of the menu, in their order. */
export const MENU: readonly MenuItem[] = [
  { to: '/', label: texts.menu.overview },
  { to: '/users', label: texts.menu.users },
  { to: '/credits', label: selling.credits.title },
  { to: '/providers', label: texts.menu.providers },
  { to: '/models', label: texts.menu.models },
  { to: '/prices', label: selling.prices.title },
  { to: '/aliases', label: selling.aliases.title },
  { to: '/analytics', label: selling.analytics.title },
  { to: '/requests', label: texts.menu.requests },
  { to: '/losses', label: selling.losses.title },
  { to: '/reconciliations', label: reconciling.title },
  { to: '/audit', label: texts.menu.audit },
  { to: '/access', label: keeping.access.title },
  { to: '/retention', label: keeping.retention.title },
  { to: '/webhooks', label: hooks.title },
  { to: '/jobs', label: texts.menu.jobs },
  { to: '/administrators', label: keeping.administrators.title },
  { to: '/settings', label: keeping.settings.title },
];
