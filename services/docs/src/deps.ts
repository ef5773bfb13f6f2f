import type { BuiltFolder } from '@tollgate/http/built-files';
import type { Health } from '@tollgate/http/health';
import type { Handler } from '@tollgate/http/serve';
import type { ServiceTokenVerifier } from '@tollgate/http/service-token';
import type { RouteDefinition } from '@tollgate/contract/route';
import type { Logger } from '@tollgate/runtime/logger';
import type { CallLimit } from './call-limit.ts';
import type { Library } from './library.ts';
import type { OpenApiDocument, Plane } from './open-api.ts';
import type { OwnAddresses } from './own-address.ts';

export interface DocsDeps {
  library: Library;
  /** The interface description of each listener. */
  openApi: Readonly<Record<Plane, OpenApiDocument>>;
  /** What `build.ts` made for browsers. */
  pages: BuiltFolder;
  /** Where a reader may change the content, ending in a slash; undefined when nobody has said. */
  editUrl: string | undefined;
  callLimit: CallLimit;
  addresses: OwnAddresses;
  verifier: ServiceTokenVerifier;
  health: Health;
  logger: Logger;
}

/** Nobody in particular, but from somewhere. */
export interface DocsCaller {
  plane: Plane;
}

/** What answers a route of the documentation. */
export type DocsHandler<R extends RouteDefinition> = Handler<R, DocsCaller>;
