import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import type { ApiServer } from './api-server.ts';
import type { KubeObject } from './objects.ts';

const PAGE = 'services/docs/content/operations.md';
const BLOCK = /On a fresh cluster.*?```sh\n(?<commands>.*?)```/su;

/** The commands of a first rollout as the documentation tells them, one a line. */
async function documentedCommands(): Promise<string[]> {
  const page = await readFile(join(REPOSITORY_ROOT, PAGE), 'utf8');
  const commands = BLOCK.exec(page)?.groups?.['commands'];
  if (commands === undefined) throw new Error(`${PAGE} tells no rollout on a fresh cluster`);
  return commands.trim().split('\n');
}

/** Says of every Job that it came to its end, as the controller of Jobs does once its pod has. */
async function completeJobs(server: ApiServer, namespace: string): Promise<void> {
  const names = await server.kubectl(['-n', namespace, 'get', 'job', '-o', 'name']);
  const at = new Date().toISOString();
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime: at,
  }));
  const status = { startTime: at, completionTime: at, succeeded: 1, conditions };
  const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })];
  for (const name of names.split('\n').filter(Boolean)) {
    await server.kubectl(['-n', namespace, 'patch', name, ...patch]);
  }
}

/** Says of every StatefulSet that all its pods are of the new template and ready. */
async function readyStatefulSets(server: ApiServer, namespace: string): Promise<void> {
  const text = await server.kubectl(['-n', namespace, 'get', 'statefulset', '-o', 'json']);
  for (const { metadata, spec } of (JSON.parse(text) as { items: KubeObject[] }).items) {
    const count = spec.replicas as number;
    const status = {
      observedGeneration: metadata.generation,
      replicas: count,
      readyReplicas: count,
      updatedReplicas: count,
      currentReplicas: count,
      availableReplicas: count,
      currentRevision: 'one',
      updateRevision: 'one',
    };
    const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })];
    await server.kubectl(['-n', namespace, 'patch', 'statefulset', metadata.name, ...patch]);
  }
}

/** Where the commands of the documentation are run for. */
interface Rollout {
  overlay: string;
  namespace: string;
  /** A file that is not there yet. */
  secrets: string;
}

/** What of a documented command is another thing here. */
const forThis = (command: string, { overlay, namespace, secrets }: Rollout): string =>
  command
    .replace('make k8s-secrets TO=', `NAMESPACE=${namespace} node deploy/k8s-secrets.ts `)
    .replace('../tollgate-secrets.yaml', secrets)
    .replace('-n tollgate', `-n ${namespace}`)
    .replace(
      'apply --server-side -k k8s/overlays/prod',
      `apply --server-side -k k8s/overlays/${overlay}`,
    )
    .replace(
      'k8s/overlays/prod/namespace.yaml',
      `k8s/overlays/${overlay === 'complete' ? 'prod' : overlay}/namespace.yaml`,
    );

/** Runs the documented commands; gives what they printed, with the warnings of the server apart. */
export async function rollOut(
  server: ApiServer,
  rollout: Rollout,
): Promise<{ printed: string; warnings: string[] }> {
  let printed = '';
  const warnings: string[] = [];
  for (const command of await documentedCommands()) {
    if (command.includes('condition=complete')) await completeJobs(server, rollout.namespace);
    if (command.includes('rollout status')) await readyStatefulSets(server, rollout.namespace);
    const { stdout, stderr } = await execa('bash', ['-ec', forThis(command, rollout)], {
      cwd: REPOSITORY_ROOT,
      env: server.env,
    });
    printed += `${stdout}\n`;
    warnings.push(...stderr.split('\n').filter((line) => line.includes('Warning')));
  }
  return { printed, warnings };
}
