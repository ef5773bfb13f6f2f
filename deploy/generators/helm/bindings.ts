import type { Tokens } from './tokens.ts';
import type { Document, Source } from './sources.ts';

/** Variables whose value the chart's values say. */
const VARIABLES: Readonly<Record<string, string>> = {
  ALLOWED_PRIVATE_UPSTREAMS: 'join "," .Values.models.upstreams | quote',
  CLUSTER_DOMAIN: '.Values.valkey.clusterDomain | quote',
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
  REPLICAS: '.Values.services.inference.maxReplicas | quote',
  RESPONSES_STREAMING: '.Values.responsesStreaming | quote',
  TRUSTED_PROXIES: 'join "," .Values.trustedProxies | quote',
};

/** A value that has no default and is asked for where its component is part of the installation. */
function neededFor(group: string, name: string, is = `.Values.${group}.${name}`): string {
  return `required "${group}.${name} is needed where ${group}.enabled is true" ${is} | quote`;
}

/** Words that stand for a value wherever they are a part of a text; the longer one first. */
const WORDS: readonly (readonly [string, string])[] = [
  ['admin.gateway.example.com', '.Values.hosts.internal'],
  ['gateway.example.com', '.Values.hosts.public'],
];

/** Texts of a key that stand for a value. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gatewayClassName: classes(),
  ingressClassName: classes(),
  secretName: tlsSecrets(),
  'cert-manager.io/cluster-issuer': { letsencrypt: '.Values.ingress.clusterIssuer' },
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
    const of = SECRET.exec(object.secretKeyRef.name as string)?.groups?.['of'];
    if (of !== undefined) object.secretKeyRef.name = tokens.value(`.Values.secrets.${of}`);
  }
  for (const ref of (object.certificateRefs ?? []) as Document[]) {
    const expression = tlsSecrets()[ref.name as string];
    if (expression !== undefined) ref.name = tokens.value(expression);
  }
  const map = source.maps.find(({ plainName }) => plainName === object.configMap?.name);
  if (map !== undefined) object.configMap.name = map.name;
}

function bindStorage(tokens: Tokens, spec: Document, values: string): void {
  spec.resources.requests.storage = tokens.value(`${values}.size`);
  const text = `{{- with ${values}.storageClass }}\nstorageClassName: {{ . }}\n{{- end }}`;
  spec[tokens.block(text)] = null;
}

/** Puts values of the chart in place of what the manifests say for example: hosts, classes, names of Secrets, addresses, sizes. */
export function bindScalars(tokens: Tokens, document: Document, source: Source): void {
  bindObject({ tokens, source }, document);
  if (document.kind === 'PersistentVolumeClaim')
    bindStorage(tokens, document.spec, '.Values.media');
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

function bindPod(tokens: Tokens, service: string, document: Document): void {
  const { spec } = document.spec.template;
  const [container] = spec.containers;
  const values = `.Values.services.${service}`;
  container.image = tokens.value(`include "tollgate.image" (list . "${service}")`);
  const resources = `{{- toYaml ${values}.resources | nindent @indent@ }}`;
  container.resources = { [tokens.block(resources)]: null };
  const places = [
    `{{- with .Values.image.pullSecrets }}`,
    'imagePullSecrets:',
    '  {{- range . }}',
    '  - name: {{ . }}',
    '  {{- end }}',
    '{{- end }}',
    `{{- with merge (dict) ${values}.nodeSelector .Values.nodeSelector }}`,
    'nodeSelector:',
    '  {{- toYaml . | nindent @deeper@ }}',
    '{{- end }}',
    `{{- with concat .Values.tolerations ${values}.tolerations }}`,
    'tolerations:',
    '  {{- toYaml . | nindent @deeper@ }}',
    '{{- end }}',
  ];
  spec[tokens.block(places.join('\n'))] = null;
  if (document.kind === 'Job') return;
  const names = (container.env as Document[])
    .flatMap(({ name }) => (name === undefined ? [] : [`"${name}"`]))
    .join(' ');
  const env = [
    `{{- with concat .Values.extraEnv ${values}.extraEnv }}`,
    `{{- include "tollgate.extraEnvCheck" (list "${service}" . (list ${names})) }}`,
    '{{- toYaml . | nindent @indent@ }}',
    '{{- end }}',
  ];
  container.env.push(tokens.block(env.join('\n')));
}

/** Puts the values of a service into its documents: image, replicas, resources, places and further variables. */
export function bindService(tokens: Tokens, document: Document): void {
  const service = document.metadata.name as string;
  const values = `.Values.services.${service}`;
  const { spec } = document;
  if (document.kind === 'HorizontalPodAutoscaler') {
    spec.minReplicas = tokens.value(`${values}.minReplicas`);
    spec.maxReplicas = tokens.value(`${values}.maxReplicas`);
  }
  if (spec?.template?.spec === undefined) return;
  if (spec.replicas !== undefined) spec.replicas = tokens.value(`${values}.replicas`);
  for (const claim of (spec.volumeClaimTemplates ?? []) as Document[]) {
    bindStorage(tokens, claim.spec, '.Values.spool');
  }
  bindPod(tokens, service, document);
  if (document.kind === 'Job') {
    document.metadata.name = tokens.value('include "tollgate.migration" .');
  }
}
