import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { addresses } from '../shared/address.ts';
import { Loading, NotFound, RouteFailure } from '../shared/page-states.tsx';
import { UsersFrame } from './frame.tsx';
import {
  readCreditsSearch,
  readModel,
  readPlayground,
  readOperationSearch,
  readRequestSearch,
  readUsageSearch,
} from './search.ts';

const root = createRootRoute({ component: UsersFrame, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/home.tsx'), 'HomePage'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./routes/keys.tsx'), 'KeysPage'),
});

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./routes/requests.tsx'), 'RequestsPage'),
});

const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  component: lazyRouteComponent(() => import('./routes/request.tsx'), 'RequestPage'),
});

const operations = createRoute({
  getParentRoute: () => root,
  path: '/operations',
  validateSearch: readOperationSearch,
  component: lazyRouteComponent(() => import('./routes/operations.tsx'), 'OperationsPage'),
});

const operation = createRoute({
  getParentRoute: () => root,
  path: '/operations/$id',
  component: lazyRouteComponent(() => import('./routes/operation.tsx'), 'OperationPage'),
});

const video = createRoute({
  getParentRoute: () => root,
  path: '/videos/$id',
  component: lazyRouteComponent(() => import('./routes/video.tsx'), 'VideoPage'),
});

const batch = createRoute({
  getParentRoute: () => root,
  path: '/batches/$id',
  component: lazyRouteComponent(() => import('./routes/batch.tsx'), 'BatchPage'),
});

/** Addresses of videos that were bookmarked while their pages had another name. */
const oldVideo = createRoute({
  getParentRoute: () => root,
  path: '/films/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/videos/$id', params, replace: true });
  },
});

const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  validateSearch: readUsageSearch,
  component: lazyRouteComponent(() => import('./routes/usage.tsx'), 'UsagePage'),
});

const credits = createRoute({
  getParentRoute: () => root,
  path: '/credits',
  validateSearch: readCreditsSearch,
  component: lazyRouteComponent(() => import('./routes/credits.tsx'), 'CreditsPage'),
});

const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  validateSearch: readModel,
  component: lazyRouteComponent(() => import('./routes/models.tsx'), 'ModelsPage'),
});

const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  validateSearch: readPlayground,
  component: lazyRouteComponent(() => import('./routes/playground.tsx'), 'PlaygroundPage'),
});

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyRouteComponent(() => import('./routes/connect.tsx'), 'ConnectPage'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./routes/webhooks.tsx'), 'WebhooksPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./routes/account.tsx'), 'AccountPage'),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./routes/welcome.tsx'), 'WelcomePage'),
});

/** The pages of the users' console; each is loaded when somebody goes there. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    keys,
    requests,
    request,
    operations,
    operation,
    video,
    oldVideo,
    batch,
    usage,
    credits,
    models,
    playground,
    webhooks,
    connect,
    account,
    welcome,
  ]),
  basepath: '/console',
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
