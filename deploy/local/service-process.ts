import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import got from 'got';
import { managedProcess, type ManagedProcess, type Supervision } from './managed-process.ts';
import { COMPILE_CACHE_DIR, REPOSITORY_ROOT } from './paths.ts';

const READY_TIMEOUT_MS = 90_000;
const HEALTH_TIMEOUT_MS = 2_000;
const INHERITED = ['PATH', 'HOME', 'LANG', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** One service process: a script of the work tree that answers health routes on a port. */
export interface ServiceProcessOptions extends Supervision {
  name: string;
  /** Path of the script, absolute or from the root of the work tree. */
  entry: string;
  args?: string[];
  /** The options of Node itself, before the script. */
  nodeFlags?: string[] | undefined;
  env: Record<string, string>;
  /** The port on which `healthPath` answers 200 when the process is ready. */
  port: number;
  /** Default `/health/ready`. */
  healthPath?: string;
  logDir: string;
  /** Where Node keeps what it has compiled; default a folder of the work tree. */
  compileCache?: string;
  /** How long it may take to stop before it is killed; default 30 s. */
  stopGraceMs?: number;
}

const inheritedEnv = (): Record<string, string> =>
  Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * Asked first, because a process that starts refuses some tens of connections, and a failed request
 * costs far more than this.
 */
const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });

async function isHealthy(url: string, port: number): Promise<boolean> {
  if (!(await isListening(port))) return false;
  try {
    const reply = await got(url, {
      timeout: { request: HEALTH_TIMEOUT_MS },
      retry: { limit: 0 },
      throwHttpErrors: false,
    });
    return reply.statusCode === 200;
  } catch {
    return false;
  }
}

/** Prepares a service process under this Node; nothing runs until `start`. */
export function serviceProcess(options: ServiceProcessOptions): ManagedProcess {
  const health = `http://127.0.0.1:${options.port}${options.healthPath ?? '/health/ready'}`;
  return managedProcess(
    {
      name: options.name,
      command: process.execPath,
      args: [
        ...(options.nodeFlags ?? []),
        resolve(REPOSITORY_ROOT, options.entry),
        ...(options.args ?? []),
      ],
      // The environment is read at each start, because it may change between two starts.
      get env() {
        const cache = options.compileCache ?? COMPILE_CACHE_DIR;
        return { NODE_COMPILE_CACHE: cache, ...inheritedEnv(), ...options.env };
      },
      cwd: REPOSITORY_ROOT,
      logFile: join(options.logDir, `${options.name}.log`),
      stopSignal: 'SIGINT',
      readyTimeoutMs: READY_TIMEOUT_MS,
      ...(options.stopGraceMs === undefined ? {} : { stopGraceMs: options.stopGraceMs }),
      async prepare() {
        if (await isListening(options.port)) {
          throw new Error(`${options.name}: another process listens on port ${options.port}.`);
        }
      },
      isReady: () => isHealthy(health, options.port),
    },
    options,
  );
}
