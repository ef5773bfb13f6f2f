import { Document as YamlDocument, isMap, isScalar } from 'yaml';
import type { Pair } from 'yaml';
import { readSource } from './sources.ts';
import type { Document } from './sources.ts';

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** One value of the chart: its place, what it is unless set, what it means and what fits. */
interface Value {
  path: readonly string[];
  is: unknown;
  says?: string;
  schema: Schema;
}

const NAME = { type: 'string', pattern: '^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$', maxLength: 253 };
const OPTIONAL_NAME = { ...NAME, pattern: '^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)?$' };
const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const COUNT = { type: 'integer', minimum: 1, maximum: 1_000 };
const MAP = { type: 'object' };
const TEXTS = { type: 'array', items: { type: 'string', minLength: 1 } };
const SIZE = { type: 'string', pattern: '^[1-9][0-9]*(?:Mi|Gi|Ti)$' };
const NETWORK = '^(?:[0-9.]+(?:/[0-9]{1,2})?|[0-9a-fA-F:]+(?:/[0-9]{1,3})?)$';
const ENV = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
      value: { type: 'string' },
      valueFrom: { type: 'object' },
    },
  },
};
const QUANTITIES = { type: 'object', additionalProperties: { type: ['string', 'number'] } };
const RESOURCES = {
  type: 'object',
  required: ['requests', 'limits'],
  additionalProperties: false,
  properties: { requests: QUANTITIES, limits: QUANTITIES },
};
const oneOf = (...words: string[]): Schema => ({ type: 'string', enum: words });
const listOf = (items: Schema): Schema => ({ type: 'array', items });

const at = (path: string, is: unknown, schema: Schema, says?: string): Value => ({
  path: path.split('.'),
  is,
  schema,
  ...(says !== undefined && { says }),
});

const GENERAL: readonly Value[] = [
  at(
    'image.registry',
    '',
    TEXT,
    'Where the images lie, such as registry.example.com/; ends with a slash unless it is empty.',
  ),
  at('image.prefix', 'tollgate/', TEXT, 'What stands before the name of each image.'),
  at(
    'image.tag',
    '',
    { ...TEXT, pattern: '^(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?$', not: { const: 'latest' } },
    "The version of all images; the chart's appVersion unless set.",
  ),
  at(
    'image.digests',
    {},
    { ...MAP, additionalProperties: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } },
    'By name of the image (edge, inference, migrate, …): the digest in place of the tag.',
  ),
  at(
    'image.pullSecrets',
    [],
    listOf(NAME),
    'Names of the Secrets with which the images are pulled.',
  ),
  at('hosts.public', 'gateway.example.com', NAME, 'Where clients reach the gateway, over HTTPS.'),
  at(
    'hosts.internal',
    'admin.gateway.example.com',
    NAME,
    "Where administrators do; from the company's own network alone.",
  ),
  at(
    'ingress.kind',
    'ingress',
    oneOf('ingress', 'nginx', 'gateway', 'none'),
    'ingress: two Ingresses without annotations; nginx: with those that ingress-nginx and cert-manager need; gateway: Gateway API; none: your own.',
  ),
  at('ingress.publicClass', 'public', NAME, 'The class of the Ingress or of the Gateway.'),
  at('ingress.internalClass', 'internal', NAME),
  at('ingress.publicTlsSecret', 'gateway-tls', NAME),
  at('ingress.internalTlsSecret', 'admin-gateway-tls', NAME),
  at(
    'ingress.clusterIssuer',
    'letsencrypt',
    NAME,
    "cert-manager's; for the kinds nginx and gateway.",
  ),
  at(
    'trustedProxies',
    [],
    listOf({ type: 'string', pattern: NETWORK }),
    'The networks of the pods of your ingress controllers, such as 10.244.0.0/16: without them all clients have their address, and share one throttle.',
  ),
  at(
    'postgres.enabled',
    false,
    FLAG,
    'PostgreSQL by the operator CloudNativePG, for who has no managed one.',
  ),
  at(
    'valkey.enabled',
    false,
    FLAG,
    'Valkey with replicas and sentinels, for who has no managed one.',
  ),
  at('valkey.clusterDomain', 'cluster.local', NAME),
  at(
    'otherPorts.enabled',
    false,
    FLAG,
    'Lets services out to PgBouncer on 6432 and to Redis with TLS on 6380.',
  ),
  at(
    'monitoring.enabled',
    false,
    FLAG,
    'For the Prometheus operator: what to scrape, alarms, a dashboard, and inference scaled by calls in flight.',
  ),
  at(
    'keda.enabled',
    false,
    FLAG,
    'Workers scaled by KEDA, which asks Prometheus how many operations wait.',
  ),
  at('keda.minReplicas', 2, COUNT),
  at('keda.maxReplicas', 8, COUNT),
  at('keda.prometheus', 'http://prometheus-operated.monitoring.svc:9090', {
    ...TEXT,
    pattern: '^https?://',
  }),
  at('telemetry.enabled', false, FLAG, 'Spans go to a collector in the cluster.'),
  at('telemetry.endpoint', 'http://collector.telemetry.svc.cluster.local:4318', {
    ...TEXT,
    pattern: '^https?://',
  }),
  at('models.enabled', false, FLAG, 'Models that run in the cluster.'),
  at('models.upstreams', ['models.models.svc.cluster.local:8000'], TEXTS, 'host:port of each.'),
  at(
    'media.kind',
    'none',
    oneOf('none', 'volume', 'bucket'),
    'Where films lie; none are made without it.',
  ),
  at('media.size', '100Gi', SIZE, 'Of the volume, which many nodes mount at once.'),
  at('media.storageClass', '', OPTIONAL_NAME),
  at('media.bucket', 'tollgate-films', NAME),
  at('media.region', 'us-east-1', NAME),
  at('spool.size', '1Gi', SIZE, 'Of the volume of each process of inference and of the worker.'),
  at('spool.storageClass', '', OPTIONAL_NAME),
  at(
    'spool.adopt',
    '',
    { ...TEXT, pattern: '^(?:(?:inference|worker)-[0-9]+)?$' },
    'The pod that was scaled in and left settlements on its disk, such as inference-2 (alarm SpoolLeft): a Job tells them. Empty again once the Job is complete.',
  ),
  at('responsesStreaming', false, FLAG, 'For clients that stream responses, such as Codex.'),
  at(
    'nodeSelector',
    {},
    { ...MAP, additionalProperties: TEXT },
    'Of every pod of a service and of the migration.',
  ),
  at('tolerations', [], listOf(MAP)),
  at('extraEnv', [], ENV, 'Variables of every service, beside those of the chart.'),
];

const SECRET_OF = /^tollgate-(.+)$/u;

/** The names of Secrets that documents ask for, without what all have in common. */
function secretsOf(documents: readonly Document[]): string[] {
  const names = new Set<string>();
  JSON.stringify(documents, (key, value: Document) => {
    if (key === 'secretKeyRef') names.add(SECRET_OF.exec(value.name as string)?.[1] ?? '');
    return value as unknown;
  });
  return [...names].filter(Boolean).toSorted((a, b) => a.localeCompare(b));
}

function valuesOfServices(documents: readonly Document[]): Value[] {
  const workloads = documents.filter(({ spec }) => spec?.template?.spec !== undefined);
  return workloads.flatMap(({ kind, metadata: { name }, spec }): Value[] => {
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
          ]),
      own('resources', spec.template.spec.containers[0].resources, RESOURCES),
      own('nodeSelector', {}, { ...MAP, additionalProperties: TEXT }),
      own('tolerations', [], listOf(MAP)),
      ...(kind === 'Job' ? [] : [own('extraEnv', [], ENV)]),
    ];
  });
}

/** Every value of the chart. */
export function chartValues(): Value[] {
  const base = readSource('base').documents.flatMap(([, documents]) => documents);
  const valkey = readSource('components/valkey').documents.flatMap(([, documents]) => documents);
  const secrets = [...secretsOf([...base, ...valkey]), 'media'].map((name) =>
    at(`secrets.${name}`, `tollgate-${name}`, NAME),
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
    ' Made by make docs from the manifests beside this chart: change those, or the table in deploy/generators/helm/values.ts.';
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

/** `values.schema.json`: what Helm holds values against; a name that no template reads is refused. */
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
