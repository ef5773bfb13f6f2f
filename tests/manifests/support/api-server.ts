import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { managedProcess } from '@tollgate/deploy/local/managed-process';
import type { ManagedProcess, ProcessSpec } from '@tollgate/deploy/local/managed-process';
import { findOnPath, removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { openProcessRecord } from '@tollgate/deploy/local/process-record';
import { execa } from 'execa';
import got from 'got';
import { ETCD, findDebianProgram } from '../../support/debian-program.ts';
import { aStateDir } from '../../support/state-dir.ts';
import { builtTool, DEFINITION_PATHS, HELM, KUBE_APISERVER } from './tools.ts';

const READY_MS = 300_000;
const LOOPBACK = '127.0.0.1';

/** What `kubectl` said. */
interface Said {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

/** A cluster without nodes and controllers: it takes objects, checks them and keeps them. */
export interface ApiServer {
  /**
   * Runs kubectl as the administrator; the input is its standard input.
   * @throws where the exit code is not 0
   */
  kubectl(args: readonly string[], input?: string): Promise<string>;
  /** Runs kubectl like `kubectl` above and gives what was said, whatever the exit code. */
  ask(args: readonly string[], input?: string): Promise<Said>;
  /** For commands that run kubectl themselves. */
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Programs of the tests; undefined where `make test-manifests` has not built them, unless they are
 * asked for.
 */
export async function manifestPrograms(): Promise<{ helm: string; server: string } | undefined> {
  const [helm, server] = [await builtTool(HELM), await builtTool(KUBE_APISERVER)];
  const isThere = DEFINITION_PATHS.every((path) => existsSync(path));
  const hasKubectl = (await findOnPath('kubectl')) !== undefined;
  if (helm !== undefined && server !== undefined && isThere && hasKubectl) return { helm, server };
  if (process.env['TOLLGATE_MANIFESTS'] !== 'needed') return undefined;
  throw new Error('the API server is not built: run make test-manifests.');
}

interface Workspace {
  folder: string;
  run: (
    spec: Omit<ProcessSpec, 'cwd' | 'logFile' | 'stopSignal' | 'readyTimeoutMs'>,
  ) => Promise<void>;
}

async function startEtcd({ folder, run }: Workspace): Promise<string> {
  const { command, env } = await findDebianProgram(ETCD);
  const [port, peers] = [await freePort(), await freePort()];
  const url = `http://${LOOPBACK}:${port}`;
  const peerUrl = `http://${LOOPBACK}:${peers}`;
  const addresses = {
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
  };
  const options = { 'data-dir': join(folder, 'etcd'), 'unsafe-no-fsync': 'true', ...addresses };
  await run({
    name: 'etcd',
    command,
    args: Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    env: { PATH: process.env['PATH'] ?? '', ...env },
    isReady: () =>
      got(`${url}/health`, { retry: { limit: 0 } }).then(
        () => true,
        () => false,
      ),
  });
  return url;
}

async function startServer(workspace: Workspace, program: string): Promise<Record<string, string>> {
  const { folder, run } = workspace;
  const etcd = await startEtcd(workspace);
  const token = randomBytes(24).toString('hex');
  const tokens = join(folder, 'tokens.csv');
  await writeFile(tokens, `${token},administrator,1,system:masters\n`, { mode: 0o600 });
  const key = join(folder, 'accounts.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const port = await freePort();
  const kubeconfig = join(folder, 'kubeconfig');
  const cluster = { server: `https://${LOOPBACK}:${port}`, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'administrator', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'administrator' } }],
    'current-context': 'test',
  };
  await writeFile(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, KUBECONFIG: kubeconfig };
  const options = {
    'etcd-servers': etcd,
    'bind-address': LOOPBACK,
    'advertise-address': LOOPBACK,
    'endpoint-reconciler-type': 'none',
    'secure-port': String(port),
    'cert-dir': join(folder, 'certificates'),
    'token-auth-file': tokens,
    'authorization-mode': 'RBAC',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': key,
    'service-account-signing-key-file': key,
    'service-cluster-ip-range': '10.96.0.0/16',
  };
  const ready = ['get', '--raw', '/readyz'];
  await run({
    name: 'kube-apiserver',
    command: program,
    args: Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    env,
    isReady: async () => (await execa('kubectl', ready, { env, reject: false })).exitCode === 0,
  });
  return env;
}

/** Starts etcd and the API server on free ports, and defines the resources of the operators. */
export async function anApiServer(program: string): Promise<ApiServer> {
  const folder = await aStateDir();
  const record = openProcessRecord(folder);
  const supervision = { supervise: false, record, log: () => undefined };
  const running: ManagedProcess[] = [];
  const run: Workspace['run'] = async (spec) => {
    const logFile = join(folder, 'logs', `${spec.name}.log`);
    const whole = { ...spec, cwd: folder, logFile, stopSignal: 'SIGTERM' as const };
    const started = managedProcess({ ...whole, readyTimeoutMs: READY_MS }, supervision);
    running.unshift(started);
    await started.start();
  };
  const stop = async (): Promise<void> => {
    for (const one of running) await one.stop();
    await removeStateDir(folder);
  };
  try {
    const env = await startServer({ folder, run }, program);
    const server = { ...commandsIn(env), env, stop };
    const files = DEFINITION_PATHS.flatMap((path) => ['-f', path]);
    await server.kubectl(['apply', '--server-side', ...files]);
    const established = ['--for=condition=established', 'crd', '--all', '--timeout=120s'];
    await server.kubectl(['wait', ...established]);
    return server;
  } catch (error) {
    await stop();
    throw error;
  }
}

function commandsIn(env: Record<string, string>): Pick<ApiServer, 'ask' | 'kubectl'> {
  return {
    async ask(args, input = '') {
      const options = { env, input, reject: false } as const;
      const { exitCode, stdout, stderr } = await execa('kubectl', args, options);
      return { exitCode, stdout, stderr };
    },
    kubectl: async (args, input = '') => (await execa('kubectl', args, { env, input })).stdout,
  };
}
