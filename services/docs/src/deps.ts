import type { BuiltFolder } from '@tollgate/http/built-files';
import type { Health } from '@tollgate/http/health';
import type { ServiceTokenVerifier } from '@tollgate/http/service-token';
import type { Logger } from '@tollgate/runtime/logger';
import type { CallLimit } from './call-limit.ts';
import type { Library } from './documentation.ts';
import type { OpenApiDocument, Plane } from './open-api.ts';
import type { OwnAddresses } from './own-address.ts';

/** The documentation as one listener shows it. */
export interface Edition {
  library: Library;
  /** The folder of the build that has its pages, ending in a slash; empty for that of all pages. */
  folder: string;
  /** Whether the pages for operators are in it. */
  isForOperators: boolean;
}

export interface DocsDeps {
  editions: Readonly<Record<Plane, Edition>>;
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
