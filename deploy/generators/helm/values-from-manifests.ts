import { Document as YamlDocument, isMap, isScalar } from 'yaml';
import type { Pair } from 'yaml';
import { readSource } from './sources.ts';
import type { Document } from './sources.ts';
import { secretValue } from './bindings.ts';
import { GENERAL } from './general-values.ts';
import {
  ANNOTATIONS,
  COUNT,
  DEADLINE,
  ENV,
  MAP,
  NAME,
  RESOURCES,
  TEXT,
  at,
  listOf,
} from './value.ts';
import type { Schema, Value } from './value.ts';

/** Secrets that components ask for, of which documents of the base know nothing. */
const OF_COMPONENTS = ['media', 'oidc', 'backup', 'backup-s3', 'restore'].map(
  (name) => `tollgate-${name}`,
);

/** The names of Secrets that documents ask for. */
function secretsOf(documents: readonly Document[]): string[] {
  const names = new Set<string>();
  JSON.stringify(documents, (key, value: Document) => {
    if (key === 'secretKeyRef') names.add(value.name as string);
    return value as unknown;
  });
  return [...names].toSorted((a, b) => a.localeCompare(b));
}

function valuesOfServices(documents: readonly Document[]): Value[] {
  const workloads = documents.filter(({ spec }) => spec?.template?.spec !== undefined);
  return workloads.flatMap(({ metadata: { name }, spec }): Value[] => {
    const scaler = documents.find(
      (one) => one.kind === 'HorizontalPodAutoscaler' && one.metadata.name === name,
    );
    const own = (key: string, is: unknown, schema: Schema): Value =>
      at(`services.${name}.${key}`, is, schema);
    return [
      ...(spec.replicas === undefined ? [] : [own('replicas', spec.replicas, COUNT)]),
      ...(scaler === undefined
        ? []
        : [
            own('minReplicas', scaler.spec.minReplicas, COUNT),
            own('maxReplicas', scaler.spec.maxReplicas, COUNT),
            own(
              'targetCpuPercent',
              scaler.spec.metrics[0].resource.target.averageUtilization,
              COUNT,
            ),
          ]),
      ...(spec.activeDeadlineSeconds === undefined
        ? []
        : [own('deadlineSeconds', spec.activeDeadlineSeconds, DEADLINE)]),
      own('resources', spec.template.spec.containers[0].resources, RESOURCES),
      own('nodeSelector', {}, { ...MAP, additionalProperties: TEXT }),
      own('tolerations', [], listOf(MAP)),
      own('affinity', {}, MAP),
      own('podLabels', {}, ANNOTATIONS),
      own('podAnnotations', {}, ANNOTATIONS),
      own('serviceAccountAnnotations', {}, ANNOTATIONS),
      own('extraEnv', [], ENV),
    ];
  });
}

/** Every value of the chart. */
export function chartValues(): Value[] {
  const base = readSource('base').documents.flatMap(([, documents]) => documents);
  const valkey = readSource('components/valkey').documents.flatMap(([, documents]) => documents);
  const secrets = [...secretsOf([...base, ...valkey]), ...OF_COMPONENTS].map((name) =>
    at(`secrets.${secretValue(name)}`, name, NAME),
  );
  return [...GENERAL, ...secrets, ...valuesOfServices(base)];
}

/** `values.yaml`: each value with what it means. */
export function valuesYaml(values: readonly Value[]): string {
  const document = new YamlDocument({});
  for (const { path, is, says } of values) {
    document.setIn(path, document.createNode(is));
    if (says === undefined) continue;
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1));
    const pairs = isMap(parent) ? (parent.items as Pair[]) : [];
    const pair = pairs.at(-1);
    if (pair === undefined) continue;
    const key = isScalar(pair.key) ? pair.key : document.createNode(pair.key);
    if (isScalar(key)) key.commentBefore = ` ${says}`;
    pair.key = key;
  }
  document.commentBefore =
    ' Made by make chart from the manifests beside this chart: change those, or the table in deploy/generators/helm/values-from-manifests.ts.';
  return document.toString({ lineWidth: 0 });
}

interface SchemaObject {
  type: 'object';
  additionalProperties: false;
  properties: Record<string, unknown>;
}
const anObject = (): SchemaObject => ({
  type: 'object',
  additionalProperties: false,
  properties: {},
});

/**
 * `values.schema.json`: what Helm holds values against; a name that no template reads is refused.
 */
export function valuesSchema(values: readonly Value[]): string {
  const root = { $schema: 'http://json-schema.org/draft-07/schema#', ...anObject() };
  for (const { path, schema, says } of values) {
    let parent: SchemaObject = root;
    for (const name of path.slice(0, -1)) {
      parent.properties[name] ??= anObject();
      parent = parent.properties[name] as SchemaObject;
    }
    const described = says === undefined ? schema : { ...schema, description: says };
    parent.properties[path.at(-1) ?? ''] = described;
  }
  // What charts that have this one as a part hand on to all of theirs.
  root.properties['global'] = { type: 'object' };
  return `${JSON.stringify(root, null, 2)}\n`;
}
