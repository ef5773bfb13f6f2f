import { PLATFORM_ROLES } from '@tollgate/contract/platform/roles';
import {
  ANNOTATIONS,
  COUNT,
  DURATION,
  ENV,
  FLAG,
  IMAGE,
  MAP,
  NAME,
  NETWORK,
  NETWORKS,
  OPTIONAL_NAME,
  PORTS,
  PORTS_NEEDED,
  RESOURCES,
  SIZE,
  TEXT,
  TEXTS,
  at,
  listOf,
  oneOf,
} from './value.ts';
import type { Value } from './value.ts';
import { readSource } from './sources.ts';
import type { Document } from './sources.ts';

const documentsOf = (component: string): Document[] =>
  readSource(`components/${component}`).documents.flatMap(([, all]) => all);
const cluster = documentsOf('postgres').find(({ kind }) => kind === 'Cluster').spec as Document;
function imageOf(name: string, container = name): string {
  const found = documentsOf('valkey').find(
    ({ metadata, spec }) => metadata.name === name && spec?.template !== undefined,
  );
  const containers = found.spec.template.spec.containers as Document[];
  return (containers.find((one) => one.name === container) ?? containers[0]).image as string;
}

/** When each CronJob runs that runs by itself, by its name. */
function schedules(): Record<string, string> {
  const documents = ['operations', 'backup'].flatMap(documentsOf);
  const jobs = documents.filter(({ kind, spec }) => kind === 'CronJob' && spec.suspend !== true);
  return Object.fromEntries(jobs.map(({ metadata, spec }) => [metadata.name, spec.schedule]));
}

/** The values that are not of one service. */
export const GENERAL: readonly Value[] = [
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
  at(
    'ingress.publicAnnotations',
    {},
    ANNOTATIONS,
    'Annotations of the Ingress, beside those of its kind.',
  ),
  at('ingress.internalAnnotations', {}, ANNOTATIONS),
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
    'postgres.instances',
    cluster.instances,
    { ...COUNT, minimum: 2 },
    'A movement of money counts once another instance has it.',
  ),
  at('postgres.image', cluster.imageName, IMAGE),
  at('postgres.size', cluster.storage.size, SIZE, 'The size of the volume of each instance.'),
  at('postgres.walSize', cluster.walStorage.size, SIZE),
  at('postgres.storageClass', '', OPTIONAL_NAME),
  at('postgres.resources', cluster.resources, RESOURCES),
  at(
    'valkey.enabled',
    false,
    FLAG,
    'Valkey with replicas and sentinels, for who has no managed one.',
  ),
  at('valkey.clusterDomain', 'cluster.local', NAME),
  at('valkey.image', imageOf('valkey'), IMAGE),
  at('valkey.proxyImage', imageOf('valkey-proxy'), IMAGE),
  at('valkey.exporterImage', imageOf('valkey', 'exporter'), IMAGE, 'Shows Prometheus how it is.'),
  at('valkey.size', '5Gi', SIZE, 'The size of the volume of each of three.'),
  at('valkey.storageClass', '', OPTIONAL_NAME),
  at(
    'otherPorts.enabled',
    false,
    FLAG,
    'Lets services and commands out to stores on other ports than 5432 and 6379.',
  ),
  at('otherPorts.database', [6432], PORTS_NEEDED, 'Of PgBouncer, or of a managed PostgreSQL.'),
  at('otherPorts.redis', [6380], PORTS_NEEDED, 'Of Redis with TLS.'),
  at(
    'networkPolicies.enabled',
    true,
    FLAG,
    'Off where a mesh or policies of the cluster decide who reaches whom: then nothing here does.',
  ),
  at(
    'networkPolicies.databaseCidrs',
    [],
    NETWORKS,
    'The networks of PostgreSQL; empty: any address on its ports.',
  ),
  at('networkPolicies.redisCidrs', [], NETWORKS, 'The networks of Redis; empty: any address.'),
  at(
    'loadBalancers.publicCidrs',
    [],
    NETWORKS,
    'Networks of load balancers that reach pods from addresses (AWS ALB with ip targets, container-native load balancing of GKE): let in to the public listener. Name them under trustedProxies too.',
  ),
  at('loadBalancers.internalCidrs', [], NETWORKS, 'The same for the internal listener.'),
  at('openshift.enabled', false, FLAG, 'Names are resolved in openshift-dns on 5353.'),
  at('istio.enabled', false, FLAG, 'Sidecars of Istio reach istiod.'),
  at(
    'monitoring.enabled',
    false,
    FLAG,
    'For the Prometheus operator: what to scrape, alarms, a dashboard, and inference scaled by calls in flight.',
  ),
  at(
    'monitoring.labels',
    {},
    ANNOTATIONS,
    'Labels of the PodMonitor and the PrometheusRule, by which your Prometheus selects them: kube-prometheus-stack takes those with release: <its name>.',
  ),
  at('monitoring.interval', '15s', DURATION),
  at('monitoring.scrapeTimeout', '10s', DURATION, 'At most as long as the interval.'),
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
  at('models.ports', [8000, 11434], PORTS, 'The ports of their pods.'),
  at(
    'webhooks.enabled',
    false,
    FLAG,
    "Receivers of the operators' webhooks in the cluster, whose namespaces have the label tollgate/webhooks: received.",
  ),
  at('webhooks.receivers', ['receiver.alarms.svc.cluster.local:8080'], TEXTS, 'host:port of each.'),
  at('webhooks.ports', [8080, 8443], PORTS, 'The ports of their pods.'),
  at(
    'oidc.enabled',
    false,
    FLAG,
    'Administrators sign in through an OpenID provider; the Secret named under secrets.oidc has OIDC_CLIENT_SECRET, and OIDC_CA where needed.',
  ),
  at('oidc.issuer', '', { ...TEXT, pattern: '^(?:https?://[^?#\\s]+)?$' }),
  at('oidc.clientId', '', TEXT),
  at(
    'oidc.roles',
    {},
    {
      ...MAP,
      additionalProperties: false,
      properties: Object.fromEntries(PLATFORM_ROLES.map((role) => [role, TEXTS])),
    },
    'The groups of each role: owner, operator, finance, viewer.',
  ),
  at('oidc.name', 'single sign-on', { ...TEXT, maxLength: 60 }, 'What the button says.'),
  at('oidc.scopes', 'openid profile email', { ...TEXT, pattern: '(?:^| )openid(?: |$)' }),
  at('oidc.groupsClaim', 'groups', { ...TEXT, minLength: 1 }),
  at(
    'oidc.allowedAddresses',
    [],
    TEXTS,
    'host:port of a provider in the cluster, whose namespace has the label tollgate/sign-in: provider.',
  ),
  at('oidc.ports', [8443, 8080, 5554, 5556], PORTS, 'The ports of the pods of such a provider.'),
  at('oidc.sessionMinutes', 480, { type: 'integer', minimum: 5, maximum: 480 }),
  at(
    'media.kind',
    'none',
    oneOf('none', 'volume', 'bucket'),
    'Where videos lie; none are made without it.',
  ),
  at('media.size', '100Gi', SIZE, 'The size of the volume, which many nodes mount at once.'),
  at('media.storageClass', '', OPTIONAL_NAME),
  at('media.bucket', 'tollgate-films', NAME),
  at('media.region', 'us-east-1', NAME),
  at(
    'spool.size',
    '1Gi',
    SIZE,
    'The size of the volume of each process of inference and of the worker.',
  ),
  at('spool.storageClass', '', OPTIONAL_NAME),
  at(
    'spool.adopt',
    '',
    { ...TEXT, pattern: '^(?:(?:inference|worker)-[0-9]+)?$' },
    'The pod that was scaled in and left settlements on its disk, such as inference-2 (alarm SpoolLeft): a Job tells them. Empty again once the Job is complete.',
  ),
  at(
    'operations.enabled',
    false,
    FLAG,
    'Commands of operators as CronJobs: the ledger and the trail are verified each night, reseal is started by hand.',
  ),
  at(
    'operations.schedules',
    schedules(),
    {
      ...MAP,
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.keys(schedules()).map((name) => [name, { ...TEXT, pattern: '^\\S+(?: \\S+){4}$' }]),
      ),
    },
    'When each of them runs, in UTC; the check of backups comes when the backup has had its time.',
  ),
  at('operations.extraEnv', [], ENV, 'Such as BACKUP_S3_ENDPOINT.'),
  at(
    'operations.serviceAccountAnnotations',
    {},
    ANNOTATIONS,
    'Such as the role with which backups reach the bucket.',
  ),
  at(
    'rotation.enabled',
    false,
    FLAG,
    'A Job, started by hand, that takes a step of the exchange of a secret in the Secrets themselves.',
  ),
  at(
    'backup.kind',
    'none',
    oneOf('none', 'volume', 'bucket'),
    'Where backups of the database go each night; set operations.enabled too.',
  ),
  at('backup.size', '200Gi', SIZE, 'The size of the volume.'),
  at('backup.storageClass', '', OPTIONAL_NAME),
  at('backup.bucket', 's3://tollgate-backups/nightly', { ...TEXT, pattern: '^s3://[^/\\s]+' }),
  at('backup.region', 'us-east-1', NAME),
  at('backup.encryption', 'AES256', oneOf('AES256', 'aws:kms')),
  at(
    'backup.keep',
    14,
    COUNT,
    'How many of the newest stay; what is younger than keepDays days stays too.',
  ),
  at('backup.keepDays', 14, COUNT),
  at('responsesStreaming', false, FLAG, 'For clients that stream responses, such as Codex.'),
  at(
    'fetchAddresses',
    true,
    FLAG,
    'Fetch pictures and documents that callers name by public https addresses; off, such calls are refused with 400.',
  ),
  at(
    'drainSeconds',
    660,
    { type: 'integer', minimum: 1, maximum: 7200 },
    'How long calls in progress may go on in a pod of edge or inference that stops: with less than the longest answer a rollout cuts streams. Pods get 30 seconds more.',
  ),
  at('nodeSelector', {}, { ...MAP, additionalProperties: TEXT }, 'Where every pod may run.'),
  at('tolerations', [], listOf(MAP)),
  at('priorityClassName', '', OPTIONAL_NAME),
  at(
    'affinity',
    {},
    MAP,
    'From here on: of every pod of a service, of the migration and of the commands of operators.',
  ),
  at('podLabels', {}, ANNOTATIONS),
  at('podAnnotations', {}, ANNOTATIONS),
  at(
    'extraVolumes',
    [],
    listOf(MAP),
    'Such as certificates of your authority, which NODE_EXTRA_CA_CERTS names in extraEnv: then every pod trusts them, those of the migration, of backups and of the verifications too.',
  ),
  at('extraVolumeMounts', [], listOf(MAP)),
  at(
    'extraEnv',
    [],
    ENV,
    'Variables of every service, of the migration and of the commands of operators, beside those of the chart.',
  ),
];
