import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Loading, NotFound, RouteFailure } from '../shared/page-states.tsx';
import { PlatformFrame } from './frame.tsx';

const root = createRootRoute({ component: PlatformFrame, notFoundComponent: NotFound });

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/overview.tsx'), 'OverviewPage'),
});

/** The pages of the administrators' console; each is loaded when somebody goes there. */
export const router = createRouter({
  routeTree: root.addChildren([overview]),
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
