import {
  Activity,
  AtSign,
  Bell,
  BookOpen,
  Boxes,
  CircleUser,
  Clock,
  Coins,
  CreditCard,
  Gauge,
  House,
  KeyRound,
  ListChecks,
  MessageSquare,
  Plug,
  ReceiptText,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Tag,
  Trash2,
  TrendingDown,
  Users,
} from 'lucide-react';
import type { ReactElement } from 'react';

const ICONS = {
  access: BookOpen,
  account: CircleUser,
  administrators: ShieldCheck,
  aliases: AtSign,
  analytics: Activity,
  audit: ScrollText,
  connect: Plug,
  credits: Coins,
  home: House,
  jobs: ListChecks,
  keys: KeyRound,
  losses: TrendingDown,
  models: Boxes,
  operations: Clock,
  overview: Gauge,
  playground: MessageSquare,
  prices: Tag,
  providers: Server,
  reconciliations: ReceiptText,
  requests: ListChecks,
  retention: Trash2,
  settings: Settings,
  tokens: KeyRound,
  usage: CreditCard,
  users: Users,
  webhooks: Bell,
} as const;

/** The name of an icon of the menu. */
export type IconName = keyof typeof ICONS;

/** The icon of a page of the menu. */
export function MenuIcon({ name }: { name: IconName }): ReactElement {
  const Icon = ICONS[name];
  return <Icon aria-hidden="true" size={16} strokeWidth={1.75} className="shrink-0" />;
}
