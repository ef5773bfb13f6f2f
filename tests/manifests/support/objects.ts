import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execaSync } from 'execa';
import { parseAllDocuments } from 'yaml';
import type { ApiServer } from './api-server.ts';

/** An object of Kubernetes: what every kind has, and the rest as it comes. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    resourceVersion?: string;
    generation?: number;
    managedFields?: unknown;
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- specifications of every shape.
  spec?: any;
}

/** The documents of a text. */
export const parsed = (text: string): KubeObject[] =>
  parseAllDocuments(text).map((one) => one.toJS() as KubeObject);

/** A text that `kubectl apply -f -` takes. */
export const listOf = (items: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

/**
 * Renders a folder below `k8s`, by default as it is; `more` is what a kustomization of an operator
 * says beside that.
 */
export function rendered(path: string, more?: object): KubeObject[] {
  const target = join(REPOSITORY_ROOT, 'k8s', path);
  if (more === undefined) return parsed(execaSync('kubectl', ['kustomize', target]).stdout);
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-k8s-'));
  try {
    const kustomization = { kind: 'Kustomization', resources: [relative(folder, target)], ...more };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    const args = ['kustomize', '--load-restrictor', 'LoadRestrictionsNone', folder];
    return parsed(execaSync('kubectl', args, { cwd: folder }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How a kustomization in the folder of the system for temporary files names a component. */
export const componentPath = (name: string): string =>
  relative(join(tmpdir(), 'tollgate-k8s-any'), join(REPOSITORY_ROOT, 'k8s/components', name));

/**
 * For what asks the API server, on the slowest of machines; nothing is concluded from how long it
 * takes.
 */
export const ASKING_MS = 240_000;
const SERVER_SIDE = ['apply', '--server-side', '-f', '-'];

/** Applies objects server side; gives what the server warned of. @throws what the server refuses */
export async function applied(server: ApiServer, objects: readonly object[]): Promise<string> {
  const { exitCode, stderr } = await server.ask(SERVER_SIDE, listOf(objects));
  if (exitCode !== 0) throw new Error(stderr);
  return stderr;
}

/** What the server has of the objects, without what is the server's own. */
export async function kept(
  server: ApiServer,
  objects: readonly KubeObject[],
): Promise<KubeObject[]> {
  const text = await server.kubectl(['get', '-f', '-', '-o', 'json'], listOf(objects));
  return (JSON.parse(text) as { items: KubeObject[] }).items;
}

/**
 * Objects as they are meant, without the server's count of writes and its notes of who wrote what.
 */
export const contentsOf = (objects: readonly KubeObject[]): object[] =>
  objects.map(({ metadata, ...rest }) => {
    const { resourceVersion: _version, managedFields: _fields, ...own } = metadata;
    return { ...rest, metadata: own };
  });

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'Job', 'CronJob']);

/** A pod of each template, as the controllers would make it. */
export const podsOf = (objects: readonly KubeObject[]): KubeObject[] =>
  objects
    .filter(({ kind }) => WORKLOADS.has(kind))
    .map(({ kind, metadata, spec }) => {
      const { template } = spec.jobTemplate?.spec ?? spec;
      const name = `${metadata.name}-0`;
      const claims = (spec.volumeClaimTemplates ?? []) as KubeObject[];
      const volumes = claims.map((claim) => ({
        name: claim.metadata.name,
        persistentVolumeClaim: { claimName: `${claim.metadata.name}-${name}` },
      }));
      return {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: `${kind.toLowerCase()}-${name}`,
          namespace: metadata.namespace ?? '',
          labels: template.metadata.labels,
        },
        spec: { ...template.spec, volumes: [...(template.spec.volumes ?? []), ...volumes] },
      };
    });
