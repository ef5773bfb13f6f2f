import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Loading, NotFound, RouteFailure } from '../shared/page-states.tsx';
import { UsersFrame } from './frame.tsx';

const root = createRootRoute({ component: UsersFrame, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/home.tsx'), 'HomePage'),
});

/** The pages of the users' console; each is loaded when somebody goes there. */
export const router = createRouter({
  routeTree: root.addChildren([home]),
  basepath: '/console',
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
