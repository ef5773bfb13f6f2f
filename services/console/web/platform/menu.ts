import type { MenuGroup } from '../shared/menu.ts';
import { attentionLabels } from '../shared/texts/attention.ts';
import { groupTitles, titles } from '../shared/texts/titles.ts';

/** The pages of the menu, in their order. @param attention how many things need attention */
export const menuWith = (attention: number): readonly MenuGroup[] => [
  {
    items: [
      {
        to: '/',
        label: titles.overview,
        icon: 'overview',
        ...(attention === 0
          ? {}
          : { count: { number: attention, label: attentionLabels.count(attention) } }),
      },
    ],
  },
  {
    label: groupTitles.customers,
    items: [
      { to: '/users', label: titles.users, icon: 'users' },
      { to: '/credits', label: titles.credits, icon: 'credits' },
      { to: '/losses', label: titles.losses, icon: 'losses' },
    ],
  },
  {
    label: groupTitles.traffic,
    items: [
      { to: '/requests', label: titles.requests, icon: 'requests' },
      { to: '/analytics', label: titles.analytics, icon: 'analytics' },
      { to: '/jobs', label: titles.jobs, icon: 'jobs' },
      { to: '/webhooks', label: titles.webhooks, icon: 'webhooks' },
    ],
  },
  {
    label: groupTitles.catalogue,
    items: [
      { to: '/providers', label: titles.providers, icon: 'providers' },
      { to: '/models', label: titles.models, icon: 'models' },
      { to: '/prices', label: titles.prices, icon: 'prices' },
      { to: '/aliases', label: titles.aliases, icon: 'aliases' },
      { to: '/reconciliations', label: titles.invoices, icon: 'reconciliations' },
    ],
  },
  {
    label: groupTitles.safety,
    items: [
      { to: '/audit', label: titles.audit, icon: 'audit' },
      { to: '/access', label: titles.access, icon: 'access' },
      { to: '/retention', label: titles.retention, icon: 'retention' },
    ],
  },
  {
    label: groupTitles.system,
    items: [
      { to: '/administrators', label: titles.administrators, icon: 'administrators' },
      { to: '/tokens', label: titles.tokens, icon: 'tokens' },
      { to: '/settings', label: titles.settings, icon: 'settings' },
    ],
  },
];
