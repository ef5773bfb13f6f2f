import type { MenuGroup } from '../shared/menu.ts';
import { hooks } from '../shared/texts/webhooks.ts';
import { texts } from '../shared/texts/users.ts';

const { menu: labels } = texts;

/** The pages of the menu, in their order. */
export const MENU: readonly MenuGroup[] = [
  { items: [{ to: '/', label: labels.home, icon: 'home' }] },
  {
    label: labels.build,
    items: [
      { to: '/playground', label: labels.playground, icon: 'playground' },
      { to: '/models', label: labels.models, icon: 'models' },
      { to: '/keys', label: labels.keys, icon: 'keys' },
      { to: '/connect', label: labels.connect, icon: 'connect' },
    ],
  },
  {
    label: labels.observe,
    items: [
      { to: '/requests', label: labels.requests, icon: 'requests' },
      { to: '/usage', label: labels.usage, icon: 'usage' },
      { to: '/operations', label: labels.operations, icon: 'operations' },
      { to: '/webhooks', label: hooks.title, icon: 'webhooks' },
    ],
  },
  {
    label: labels.billing,
    items: [
      { to: '/credits', label: labels.credits, icon: 'credits' },
      { to: '/account', label: labels.account, icon: 'account' },
    ],
  },
];
