import type { Tokens } from './tokens.ts';
import type { Document, Source } from './sources.ts';

/** Variables whose value the chart's values say. */
const VARIABLES: Readonly<Record<string, string>> = {
  ALLOWED_PRIVATE_UPSTREAMS: 'join "," .Values.models.upstreams | quote',
  ALLOWED_PRIVATE_WEBHOOKS: 'join "," .Values.webhooks.receivers | quote',
  BACKUP_IN: `ternary .Values.backup.bucket "/var/lib/tollgate/backups" (eq .Values.backup.kind "bucket") | quote`,
  BACKUP_KEEP: '.Values.backup.keep | quote',
  BACKUP_KEEP_DAYS: '.Values.backup.keepDays | quote',
  BACKUP_S3_ENCRYPTION: '.Values.backup.encryption | quote',
  BACKUP_S3_REGION: '.Values.backup.region | quote',
  CLUSTER_DOMAIN: '.Values.valkey.clusterDomain | quote',
  DRAIN_SECONDS: '.Values.drainSeconds | quote',
  FETCH_ADDRESSES: '.Values.fetchAddresses | quote',
  LEDGER_ARCHIVE_AFTER_DAYS: '.Values.archive.ledgerAfterDays | quote',
  LEDGER_ARCHIVE_IN: '.Values.archive.ledgerBucket | quote',
  MEDIA_S3_BUCKET: '.Values.media.bucket | quote',
  MEDIA_S3_REGION: '.Values.media.region | quote',
  OIDC_ALLOWED_ADDRESSES: 'join "," .Values.oidc.allowedAddresses | quote',
  OIDC_CLIENT_ID: neededFor('oidc', 'clientId'),
  OIDC_GROUPS_CLAIM: '.Values.oidc.groupsClaim | quote',
  OIDC_ISSUER: neededFor('oidc', 'issuer'),
  OIDC_NAME: '.Values.oidc.name | quote',
  OIDC_ROLES: neededFor(
    'oidc',
    'roles',
    '(ternary "" (toJson .Values.oidc.roles) (empty .Values.oidc.roles))',
  ),
  OIDC_SCOPES: '.Values.oidc.scopes | quote',
  OIDC_SESSION_MINUTES: '.Values.oidc.sessionMinutes | quote',
  OTEL_EXPORTER_OTLP_ENDPOINT: '.Values.telemetry.endpoint | quote',
  RECORDS_ARCHIVE_AFTER_DAYS: '.Values.archive.afterDays | quote',
  RECORDS_ARCHIVE_IN: '.Values.archive.bucket | quote',
  REPLICAS: '.Values.services.inference.maxReplicas | quote',
  RESPONSES_STREAMING: '.Values.responsesStreaming | quote',
  TRUSTED_PROXIES: 'join "," .Values.trustedProxies | quote',
};

/** A value that has no default and is asked for where its component is part of the installation. */
function neededFor(group: string, name: string, is = `.Values.${group}.${name}`): string {
  return `required "${group}.${name} is needed where ${group}.enabled is true" ${is} | quote`;
}

/** Words that are replaced by a value wherever they are a part of a text; the longer one first. */
const WORDS: readonly (readonly [string, string])[] = [
  // With the brace, because three of them in a row would be none of Go's templates.
  ['{namespace="tollgate"', 'printf "{namespace=%q" .Release.Namespace'],
  ['admin.gateway.example.com', '.Values.hosts.internal'],
  ['gateway.example.com', '.Values.hosts.public'],
];

/** Texts of a key that are replaced by a value. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gatewayClassName: classes(),
  ingressClassName: classes(),
  secretName: tlsSecrets(),
  'cert-manager.io/cluster-issuer': { letsencrypt: '.Values.ingress.clusterIssuer' },
  namespace: { tollgate: '.Release.Namespace' },
  interval: { '15s': '.Values.monitoring.interval' },
  scrapeTimeout: { '10s': '.Values.monitoring.scrapeTimeout' },
  serverAddress: { 'http://prometheus-operated.monitoring.svc:9090': '.Values.keda.prometheus' },
};

function classes(): Record<string, string> {
  return { public: '.Values.ingress.publicClass', internal: '.Values.ingress.internalClass' };
}
function tlsSecrets(): Record<string, string> {
  return {
    'gateway-tls': '.Values.ingress.publicTlsSecret',
    'admin-gateway-tls': '.Values.ingress.internalTlsSecret',
  };
}

const SECRET = /^tollgate-(?<of>.+)$/u;

/**
 * The name of a value that says the name of a Secret: `backupS3` for `tollgate-backup-s3`;
 * undefined where the Secret is not ours.
 */
export const secretValue = (secret: string): string | undefined =>
  SECRET.exec(secret)?.groups?.['of']?.replaceAll(/-(\w)/gu, (_all, letter: string) =>
    letter.toUpperCase(),
  );

/** What changes the one who walks through a document. */
interface Walk {
  tokens: Tokens;
  source: Source;
}

function textAt({ tokens }: Walk, key: string, text: string): string {
  const known = TEXTS[key]?.[text];
  if (known !== undefined) return tokens.value(known);
  const escaped = text.replaceAll('{{', () => tokens.value('"{{"'));
  return WORDS.reduce(
    (said, [word, expression]) => said.replaceAll(word, () => tokens.value(expression)),
    escaped,
  );
}

function bindObject(walk: Walk, object: Document): void {
  const { tokens, source } = walk;
  const variable = VARIABLES[object.name as string];
  if (variable !== undefined && typeof object.value === 'string') {
    object.value = tokens.value(variable);
  }
  for (const [key, child] of Object.entries(object)) {
    if (typeof child === 'string') object[key] = textAt(walk, key, child);
    else if (typeof child === 'object' && child !== null) bindObject(walk, child);
  }
  if (object.secretKeyRef !== undefined) {
    const of = secretValue(object.secretKeyRef.name as string);
    if (of !== undefined) object.secretKeyRef.name = tokens.value(`.Values.secrets.${of}`);
  }
  if (object.name === 'ROTATED_SECRETS') {
    const names = (object.value as string).split(',').map((name) => secretValue(name));
    const values = names.map((name) => `.Values.secrets.${name}`).join(' ');
    object.value = tokens.value(`list ${values} | join "," | quote`);
  }
  if (object.resourceNames !== undefined) {
    object.resourceNames = (object.resourceNames as string[]).map((name) =>
      tokens.value(`.Values.secrets.${secretValue(name)}`),
    );
  }
  for (const ref of (object.certificateRefs ?? []) as Document[]) {
    const expression = tlsSecrets()[ref.name as string];
    if (expression !== undefined) ref.name = tokens.value(expression);
  }
  const map = source.maps.find(({ plainName }) => plainName === object.configMap?.name);
  if (map !== undefined) object.configMap.name = map.name;
}

/** Puts size and class of a value instead of those of a claim. */
export function bindStorage(tokens: Tokens, spec: Document, values: string): void {
  spec.resources.requests.storage = tokens.value(`${values}.size`);
  const text = `{{- with ${values}.storageClass }}\nstorageClassName: {{ . }}\n{{- end }}`;
  spec[tokens.block(text)] = null;
}

/** Whether a document is the claim of the volume for backups. */
export const isOfBackups = ({ kind, metadata }: Document): boolean =>
  kind === 'PersistentVolumeClaim' && metadata.name === 'backups';

/**
 * Puts values of the chart instead of the examples of the manifests: hosts, classes, names of
 * Secrets, addresses, sizes.
 */
export function bindScalars(tokens: Tokens, document: Document, source: Source): void {
  bindObject({ tokens, source }, document);
  if (document.kind === 'PersistentVolumeClaim')
    bindStorage(tokens, document.spec, isOfBackups(document) ? '.Values.backup' : '.Values.media');
  if (source.name === 'adopt-spool' && document.kind === 'Job') {
    const { spec } = document.spec.template;
    document.metadata.name = `adopt-spool-${tokens.value('.Values.spool.adopt')}`;
    spec.volumes[0].persistentVolumeClaim.claimName = `spool-${tokens.value('.Values.spool.adopt')}`;
    spec.containers[0].image = tokens.value('include "tollgate.image" (list . "inference")');
  }
  if (document.kind === 'ScaledObject') {
    document.spec.minReplicaCount = tokens.value('.Values.keda.minReplicas');
    document.spec.maxReplicaCount = tokens.value('.Values.keda.maxReplicas');
  }
}
