import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { addresses } from '../shared/address.ts';
import { Loading, NotFound, RouteFailure } from '../shared/page-states.tsx';
import { PlatformFrame } from './frame.tsx';
import {
  accessSearch,
  aliasesSearch,
  analyticsSearch,
  auditSearch,
  creditsSearch,
  modelPricesSearch,
  modelsSearch,
  overviewSearch,
  pricesSearch,
  reconciliationSearch,
  reconciliationsSearch,
  requestsSearch,
  usersSearch,
} from './search.ts';

const root = createRootRoute({ component: PlatformFrame, notFoundComponent: NotFound });

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('./routes/overview.tsx'), 'OverviewPage'),
});
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('./routes/users.tsx'), 'UsersPage'),
});
const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$userId',
  component: lazyRouteComponent(() => import('./routes/user.tsx'), 'UserPage'),
});
const credits = createRoute({
  getParentRoute: () => root,
  path: '/credits',
  validateSearch: creditsSearch,
  component: lazyRouteComponent(() => import('./routes/credits.tsx'), 'CreditsPage'),
});
const providers = createRoute({
  getParentRoute: () => root,
  path: '/providers',
  component: lazyRouteComponent(() => import('./routes/providers.tsx'), 'ProvidersPage'),
});
const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  validateSearch: modelsSearch,
  component: lazyRouteComponent(() => import('./routes/models.tsx'), 'ModelsPage'),
});
const model = createRoute({
  getParentRoute: () => root,
  path: '/models/$modelId',
  validateSearch: modelPricesSearch,
  component: lazyRouteComponent(() => import('./routes/model.tsx'), 'ModelPage'),
});
const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import('./routes/requests.tsx'), 'RequestsPage'),
});
const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  component: lazyRouteComponent(() => import('./routes/request.tsx'), 'RequestPage'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./routes/audit.tsx'), 'AuditPage'),
});
const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./routes/jobs.tsx'), 'JobsPage'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./routes/webhooks.tsx'), 'WebhooksPage'),
});
const prices = createRoute({
  getParentRoute: () => root,
  path: '/prices',
  validateSearch: pricesSearch,
  component: lazyRouteComponent(() => import('./routes/prices.tsx'), 'PricesPage'),
});
const aliases = createRoute({
  getParentRoute: () => root,
  path: '/aliases',
  validateSearch: aliasesSearch,
  component: lazyRouteComponent(() => import('./routes/aliases.tsx'), 'AliasesPage'),
});
const analytics = createRoute({
  getParentRoute: () => root,
  path: '/analytics',
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('./routes/analytics.tsx'), 'AnalyticsPage'),
});
const losses = createRoute({
  getParentRoute: () => root,
  path: '/losses',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('./routes/losses.tsx'), 'LossesPage'),
});
const reconciliations = createRoute({
  getParentRoute: () => root,
  path: '/reconciliations',
  validateSearch: reconciliationsSearch,
  component: lazyRouteComponent(
    () => import('./routes/reconciliations.tsx'),
    'ReconciliationsPage',
  ),
});
const reconciliation = createRoute({
  getParentRoute: () => root,
  path: '/reconciliations/$id',
  validateSearch: reconciliationSearch,
  component: lazyRouteComponent(() => import('./routes/reconciliation.tsx'), 'ReconciliationPage'),
});
const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  validateSearch: accessSearch,
  component: lazyRouteComponent(() => import('./routes/access.tsx'), 'AccessPage'),
});
const retention = createRoute({
  getParentRoute: () => root,
  path: '/retention',
  component: lazyRouteComponent(() => import('./routes/retention.tsx'), 'RetentionPage'),
});
const administrators = createRoute({
  getParentRoute: () => root,
  path: '/administrators',
  component: lazyRouteComponent(() => import('./routes/administrators.tsx'), 'AdministratorsPage'),
});
const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./routes/tokens.tsx'), 'TokensPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./routes/settings.tsx'), 'SettingsPage'),
});

/** The pages of the administrators' console; each is loaded when somebody goes there. */
export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    users,
    user,
    credits,
    providers,
    models,
    model,
    requests,
    request,
    audit,
    jobs,
    webhooks,
    prices,
    aliases,
    analytics,
    losses,
    reconciliations,
    reconciliation,
    access,
    retention,
    administrators,
    tokens,
    settings,
  ]),
  basepath: '/console/platform',
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
  ...addresses,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
