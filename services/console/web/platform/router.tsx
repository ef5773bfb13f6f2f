import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Loading, NotFound, RouteFailure } from '../shared/page-states.tsx';
import { PlatformFrame } from './frame.tsx';
import {
  auditSearch,
  modelsSearch,
  overviewSearch,
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

/** The pages of the administrators' console; each is loaded when somebody goes there. */
export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    users,
    user,
    providers,
    models,
    requests,
    request,
    audit,
    jobs,
  ]),
  basepath: '/console/platform',
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
