import type { ServiceSpec } from './services.ts';

/** What a local stack is made of, and where. */
export interface StackOptions {
  /** Folder of data, logs and secrets; made when absent. */
  stateDir: string;
  /** Factor on every timer of the services; default 1. */
  timerScale?: number;
  /** Processes by service; default one each. */
  replicas?: Record<string, number>;
  /** More variables for every service; they win over the stack's own. */
  env?: Record<string, string>;
  /**
   * More variables for one process, given its name and its environment so far; they win over all
   * others.
   */
  envOf?: (process: string, env: Record<string, string>) => Record<string, string>;
  /**
   * The first administrator is made in the console, with a token, instead of at the start; default
   * false.
   */
  isEmpty?: boolean;
  /** Also run the fake provider. */
  withDemoProvider?: boolean;
  /** Restart processes that die; default true. */
  supervise?: boolean;
  /**
   * On a busy machine the edge goes before all other processes, so that it refuses an overload at
   * once; default false.
   */
  edgeFirst?: boolean;
  /** Default true; false trades crash safety of the machine for speed. */
  durable?: boolean;
  /** Take the well-known ports when they are free; default false: any free ports. */
  preferKnownPorts?: boolean;
  /** More settings of the PostgreSQL that is started, such as `shared_buffers=1GB`. */
  postgresSettings?: readonly string[];
  /** Use this database (as its owner) instead of starting a PostgreSQL. */
  databaseUrl?: string | undefined;
  /** Use this Redis instead of starting one. */
  redisUrl?: string | undefined;
  /** The services to run; default all. */
  services?: ServiceSpec[];
  /** Root of the work tree whose migrations and processes run; default this one. */
  tree?: string;
  /**
   * Folder where the services are bundled already; default: the stack bundles them into its state
   * folder.
   */
  bundled?: string;
  /** Whether what services serve to browsers has been built; default false: it is, if changed. */
  arePagesBuilt?: boolean;
  /** Whether the state folder begins with a database that this tree has migrated; default false. */
  isMigrated?: boolean;
  log: (line: string) => void;
}
