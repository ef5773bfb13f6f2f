import { bindStorage } from './bindings.ts';
import type { Document } from './sources.ts';
import type { Tokens } from './tokens.ts';

/** Where no volume of backups is mounted. */
const IN_A_BUCKET = 'eq .Values.backup.kind "bucket"';

/** A value of a map that is there unless empty, as lines below a key. */
export const mapOf = (key: string, values: string): string =>
  [`{{- with ${values} }}`, `${key}:`, '  {{- toYaml . | nindent @deeper@ }}', '{{- end }}'].join(
    '\n',
  );
/** The Secrets with which images are pulled, of every pod. */
export const pullSecrets = [
  '{{- with .Values.image.pullSecrets }}',
  'imagePullSecrets:',
  '  {{- range . }}',
  '  - name: {{ . }}',
  '  {{- end }}',
  '{{- end }}',
].join('\n');
/** How urgent every pod is. */
export const priorityClass =
  '{{- with .Values.priorityClassName }}\npriorityClassName: {{ . }}\n{{- end }}';
/** The entries of a map or a list, at the indent of their line. */
const entriesOf = (values: string): string =>
  [`{{- with ${values} }}`, '{{- toYaml . | nindent @indent@ }}', '{{- end }}'].join('\n');

/** Values of all pods, with those of one service where a service is named; its own win. */
function placesOf(own: string | undefined): string[] {
  const map = (name: string): string =>
    own === undefined ? `.Values.${name}` : `merge (dict) ${own}.${name} .Values.${name}`;
  const affinity =
    own === undefined ? '.Values.affinity' : `${own}.affinity | default .Values.affinity`;
  const tolerations =
    own === undefined ? '.Values.tolerations' : `concat .Values.tolerations ${own}.tolerations`;
  return [
    pullSecrets,
    mapOf('nodeSelector', map('nodeSelector')),
    mapOf('tolerations', tolerations),
    mapOf('affinity', affinity),
    priorityClass,
  ];
}

function bindLabels(tokens: Tokens, metadata: Document, own: string | undefined): void {
  const map = (name: string): string =>
    own === undefined ? `.Values.${name}` : `merge (dict) ${own}.${name} .Values.${name}`;
  metadata.labels = { ...metadata.labels, [tokens.block(entriesOf(map('podLabels')))]: null };
  metadata[tokens.block(mapOf('annotations', map('podAnnotations')))] = null;
}

/** Adds what a value says to a list, which may not be there at all, or not under a condition. */
function addTo(
  tokens: Tokens,
  parent: Document,
  { key, values, goneWhen }: { key: string; values: string; goneWhen?: string | undefined },
): void {
  if (parent[key] !== undefined) parent[key].push(tokens.block(entriesOf(values)));
  if (parent[key] === undefined) parent[tokens.block(mapOf(key, values))] = null;
  else if (goneWhen !== undefined) {
    const text = `{{- if ${goneWhen} }}\n${mapOf(key, values)}\n{{- end }}`;
    parent[tokens.block(text)] = null;
  }
}

function bindEnv(
  tokens: Tokens,
  container: Document,
  { name, values }: { name: string; values: string },
): void {
  const names = (container.env as Document[])
    .flatMap((one) => (one.name === undefined ? [] : [`"${one.name}"`]))
    .join(' ');
  const env = [
    `{{- with ${values} }}`,
    `{{- include "tollgate.extraEnvCheck" (list "${name}" . (list ${names})) }}`,
    '{{- toYaml . | nindent @indent@ }}',
    '{{- end }}',
  ];
  container.env.push(tokens.block(env.join('\n')));
}

function bindPod(
  tokens: Tokens,
  template: Document,
  { own, goneWhen }: { own?: string; goneWhen?: string | undefined },
): void {
  const { spec } = template;
  bindLabels(tokens, template.metadata, own);
  for (const container of spec.containers as Document[]) {
    addTo(tokens, container, {
      key: 'volumeMounts',
      values: '.Values.extraVolumeMounts',
      goneWhen,
    });
  }
  addTo(tokens, spec, { key: 'volumes', values: '.Values.extraVolumes', goneWhen });
  for (const location of placesOf(own)) spec[tokens.block(location)] = null;
}

/**
 * Puts the values of a service into its documents: image, replicas, resources, scheduling and
 * further variables.
 */
export function bindService(tokens: Tokens, document: Document): void {
  const service = document.metadata.name as string;
  const values = `.Values.services.${service}`;
  const { spec } = document;
  if (document.kind === 'ServiceAccount') bindAccount(tokens, document, values);
  if (document.kind === 'HorizontalPodAutoscaler') {
    spec.minReplicas = tokens.value(`${values}.minReplicas`);
    spec.maxReplicas = tokens.value(`${values}.maxReplicas`);
    spec.metrics[0].resource.target.averageUtilization = tokens.value(`${values}.targetCpuPercent`);
  }
  if (spec?.template?.spec === undefined) return;
  if (spec.replicas !== undefined) spec.replicas = tokens.value(`${values}.replicas`);
  for (const claim of (spec.volumeClaimTemplates ?? []) as Document[]) {
    bindStorage(tokens, claim.spec, '.Values.spool');
  }
  const [container] = spec.template.spec.containers;
  const drains = (container.env as Document[]).some(({ name }) => name === 'DRAIN_SECONDS');
  if (drains) {
    spec.template.spec.terminationGracePeriodSeconds = tokens.value('add .Values.drainSeconds 30');
  }
  container.image = tokens.value(`include "tollgate.image" (list . "${service}")`);
  const resources = `{{- toYaml ${values}.resources | nindent @indent@ }}`;
  container.resources = { [tokens.block(resources)]: null };
  const isJob = document.kind === 'Job';
  const env = `concat .Values.extraEnv ${values}.extraEnv`;
  bindEnv(tokens, container, { name: service, values: env });
  bindPod(tokens, spec.template, { own: values });
  if (!isJob) return;
  document.metadata.name = tokens.value('include "tollgate.migration" .');
  spec.activeDeadlineSeconds = tokens.value(`${values}.deadlineSeconds`);
}

function bindAccount(tokens: Tokens, document: Document, values: string): void {
  const { metadata } = document;
  const annotations = `${values}.serviceAccountAnnotations`;
  if (metadata.annotations === undefined)
    metadata[tokens.block(mapOf('annotations', annotations))] = null;
  else metadata.annotations[tokens.block(entriesOf(annotations))] = null;
}

/**
 * Puts values into the documents of an operator's command: image, scheduling, further variables,
 * and who its account is elsewhere.
 */
export function bindCommand(tokens: Tokens, document: Document): void {
  if (document.kind === 'ServiceAccount') bindAccount(tokens, document, '.Values.operations');
  // Kustomize does the same with the account of a binding.
  for (const subject of (document.subjects ?? []) as Document[]) {
    subject.namespace = tokens.value('.Release.Namespace');
  }
  if (document.kind !== 'CronJob') return;
  const { spec } = document;
  const name = document.metadata.name as string;
  if (spec.suspend !== true) {
    spec.schedule = tokens.value(`index .Values.operations.schedules "${name}" | quote`);
  }
  const { template } = spec.jobTemplate.spec;
  const [container] = template.spec.containers;
  container.image = tokens.value('include "tollgate.image" (list . "operations")');
  // The exchange of secrets asks the cluster alone, whose authority it trusts and no other.
  if ((container.env as Document[]).every((one) => one.name !== 'NODE_EXTRA_CA_CERTS')) {
    const env = 'concat .Values.extraEnv .Values.operations.extraEnv';
    bindEnv(tokens, container, { name, values: env });
  }
  const hasBackups = (template.spec.volumes as Document[] | undefined)?.some(
    ({ name: of }) => of === 'backups',
  );
  bindPod(tokens, template, { goneWhen: hasBackups === true ? IN_A_BUCKET : undefined });
}
