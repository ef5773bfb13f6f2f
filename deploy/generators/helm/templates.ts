import { createTokens } from './tokens.ts';
import type { Tokens } from './tokens.ts';
import { readSource } from './sources.ts';
import type { Document, GeneratedMap, Patch, Source } from './sources.ts';
import { bindScalars, isOfBackups } from './bindings.ts';
import { bindPolicy, policyCondition } from './network-policies.ts';
import { bindCommand, bindService, mapOf } from './pods.ts';
import { bindStore } from './stores.ts';

/** When a component is part of an installation, in the words of a template. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'adopt-spool': '.Values.spool.adopt',
  archive: '.Values.archive.enabled',
  backup: 'ne .Values.backup.kind "none"',
  'backup-s3': 'eq .Values.backup.kind "bucket"',
  gateway: 'eq .Values.ingress.kind "gateway"',
  'ingress-nginx': 'eq .Values.ingress.kind "nginx"',
  istio: '.Values.istio.enabled',
  keda: '.Values.keda.enabled',
  'load-balancers': 'or .Values.loadBalancers.publicCidrs .Values.loadBalancers.internalCidrs',
  media: 'eq .Values.media.kind "volume"',
  'media-s3': 'eq .Values.media.kind "bucket"',
  models: '.Values.models.enabled',
  monitoring: '.Values.monitoring.enabled',
  oidc: '.Values.oidc.enabled',
  openshift: '.Values.openshift.enabled',
  operations: '.Values.operations.enabled',
  'other-ports': '.Values.otherPorts.enabled',
  postgres: '.Values.postgres.enabled',
  rotation: '.Values.rotation.enabled',
  telemetry: '.Values.telemetry.enabled',
  valkey: '.Values.valkey.enabled',
  webhooks: '.Values.webhooks.enabled',
};

/** The components in the order in which overlays name theirs. */
const COMPONENTS = Object.keys(CONDITIONS)
  .toSorted((a, b) => Number(a.startsWith('media')) - Number(b.startsWith('media')))
  .map((name) => readSource(`components/${name}`));

/** A file of the chart: its path, and what it says. */
export type ChartFile = readonly [string, string];

const holds = ({ kinds, names }: Patch, document: Document): boolean =>
  kinds.includes(document.kind) &&
  (names.length === 0 || names.includes(document.metadata.name as string));

interface Location {
  parent: Document;
  key: string;
}

function locationOf(document: Document, path: string): Location {
  const keys = path.split('/').slice(1);
  const key = keys.pop() ?? '';
  const parent = keys.reduce((at: Document, one) => at?.[one], document);
  if (parent === undefined) throw new Error(`${document.metadata.name} has no ${path}`);
  return { parent, key };
}

/** Puts what a component changes into a document, under the condition of the component. */
function putOperation(
  tokens: Tokens,
  { parent, key }: Location,
  { op, value, condition }: { op: string; value: Document; condition: string },
): void {
  if (op === 'add' && key === '-') {
    parent.push(tokens.lines(`if ${condition}`), value, tokens.lines('end'));
  } else if (op === 'add') {
    parent[key] = {
      [tokens.lines(`if ${condition}`)]: null,
      ...value,
      [tokens.lines('end')]: null,
    };
  } else if (op === 'remove') {
    const was = parent[key] as unknown;
    const entries = Object.entries(parent as object);
    for (const [name] of entries) delete parent[name];
    for (const [name, is] of entries) {
      if (name !== key) parent[name] = is;
      else {
        parent[tokens.lines(`if not (${condition})`)] = null;
        parent[key] = was;
        parent[tokens.lines('end')] = null;
      }
    }
  } else {
    throw new Error(`no template can ${op} ${key}`);
  }
}

/**
 * What a component replaces is a value of the chart; every other change is made where the condition
 * of the component holds.
 */
const OF_VALUES: ReadonlySet<string> = new Set(['replace', 'test']);

function putPatches(tokens: Tokens, document: Document): void {
  for (const { name, patches } of COMPONENTS) {
    const condition = CONDITIONS[name] ?? '';
    const operations = patches
      .filter((patch) => holds(patch, document))
      .flatMap((patch) => patch.operations);
    for (const { op, path, value } of operations) {
      if (OF_VALUES.has(op)) continue;
      const location = locationOf(document, path);
      putOperation(tokens, location, { op, value: structuredClone(value), condition });
    }
  }
}

/** When a document is not part of every installation that has its source. */
function conditionOf(document: Document): string | undefined {
  if (document.kind === 'Ingress') return 'has .Values.ingress.kind (list "ingress" "nginx")';
  if (document.kind === 'NetworkPolicy') return policyCondition(document);
  return isOfBackups(document) ? 'eq .Values.backup.kind "volume"' : undefined;
}

/** An Ingress has the annotations of its values beside those of a component. */
function prepareIngress(tokens: Tokens, document: Document): void {
  const values = `.Values.ingress.${document.metadata.name}Annotations`;
  const text = `{{- with ${values} }}\n{{- toYaml . | nindent @indent@ }}\n{{- end }}`;
  document.metadata.annotations[tokens.block(text)] = null;
}

/** Components whose pods run what others have made. */
const STORES: ReadonlySet<string> = new Set(['postgres', 'valkey']);
/** Components whose pods are commands of operators. */
const COMMANDS: ReadonlySet<string> = new Set(['operations', 'backup', 'archive', 'rotation']);

/** Whether Prometheus selects a document by its labels. */
const isMonitored = ({ kind }: Document): boolean =>
  kind === 'PodMonitor' || kind === 'PrometheusRule';

function templateOf(source: Source, documents: readonly Document[]): string {
  const tokens = createTokens();
  const isBase = source.name === 'base';
  const texts = documents.map((original) => {
    const document = structuredClone(original) as Document;
    if (document.kind === 'Ingress') document.metadata.annotations = {};
    putPatches(tokens, document);
    if (isBase) {
      const labels = { ...document.metadata.labels, 'app.kubernetes.io/part-of': 'tollgate' };
      document.metadata = { ...document.metadata, labels };
    }
    document.metadata = { ...document.metadata, namespace: tokens.value('.Release.Namespace') };
    const condition = conditionOf(original);
    if (document.kind === 'Ingress') prepareIngress(tokens, document);
    bindScalars(tokens, document, source);
    if (document.kind === 'NetworkPolicy') bindPolicy(tokens, document, source.name);
    if (isBase) bindService(tokens, document);
    if (COMMANDS.has(source.name)) bindCommand(tokens, document);
    if (STORES.has(source.name)) bindStore(tokens, document);
    if (isMonitored(document)) {
      document.metadata[tokens.block(mapOf('labels', '.Values.monitoring.labels'))] = null;
    }
    const text = `---\n${tokens.render(document)}`;
    return condition === undefined ? text : `{{- if ${condition} }}\n${text}{{- end }}\n`;
  });
  const whole = texts.join('');
  const condition = CONDITIONS[source.name];
  return condition === undefined ? whole : `{{- if ${condition} }}\n${whole}{{- end }}\n`;
}

function mapTemplate(source: Source, map: GeneratedMap): string {
  const tokens = createTokens();
  const data = map.files.map(({ name }) => [
    name,
    tokens.value(`.Files.Get "files/${source.name}/${name}" | toJson`),
  ]);
  const metadata = {
    name: map.name,
    ...(map.labels !== undefined && { labels: map.labels }),
    namespace: tokens.value('.Release.Namespace'),
  };
  const document = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: Object.fromEntries(data),
  };
  return `{{- if ${CONDITIONS[source.name]} }}\n---\n${tokens.render(document)}{{- end }}\n`;
}

/** The templates of the chart, and the files that their ConfigMaps hold. */
export function chartTemplates(): ChartFile[] {
  const sources = [readSource('base'), ...COMPONENTS];
  return sources.flatMap((source) => {
    const folder = source.name === 'base' ? 'templates' : `templates/${source.name}`;
    return [
      ...source.documents.map(([file, documents]): ChartFile => [
        `${folder}/${file}.yaml`,
        templateOf(source, documents),
      ]),
      ...source.maps.flatMap((map): ChartFile[] => [
        [`${folder}/${map.plainName}.yaml`, mapTemplate(source, map)],
        ...map.files.map(({ name, text }): ChartFile => [`files/${source.name}/${name}`, text]),
      ]),
    ];
  });
}
