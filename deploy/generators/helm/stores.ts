import { bindStorage } from './bindings.ts';
import { mapOf, pullSecrets, priorityClass } from './pods.ts';
import type { Document } from './sources.ts';
import type { Tokens } from './tokens.ts';

/**
 * Values that every pod has, whoever's image runs in it: from where, on which nodes, how urgent.
 */
function bindScheduling(tokens: Tokens, spec: Document, placed: Document): void {
  placed[tokens.block(mapOf('nodeSelector', '.Values.nodeSelector'))] = null;
  placed[tokens.block(mapOf('tolerations', '.Values.tolerations'))] = null;
  spec[tokens.block(pullSecrets)] = null;
  spec[tokens.block(priorityClass)] = null;
}

function bindCluster(tokens: Tokens, spec: Document): void {
  const values = '.Values.postgres';
  const ofClass = `{{- with ${values}.storageClass }}\nstorageClass: {{ . }}\n{{- end }}`;
  spec.instances = tokens.value(`${values}.instances`);
  spec.imageName = tokens.value(`${values}.image`);
  spec.resources = {
    [tokens.block(`{{- toYaml ${values}.resources | nindent @indent@ }}`)]: null,
  };
  spec.storage = { size: tokens.value(`${values}.size`), [tokens.block(ofClass)]: null };
  spec.walStorage = { size: tokens.value(`${values}.walSize`), [tokens.block(ofClass)]: null };
  bindScheduling(tokens, spec, spec.affinity);
}

/**
 * Puts values into what the components `postgres` and `valkey` run: images, sizes, storage classes
 * and scheduling.
 */
export function bindStore(tokens: Tokens, document: Document): void {
  if (document.kind === 'Cluster') bindCluster(tokens, document.spec);
  const pod = document.spec?.template?.spec;
  if (pod === undefined) return;
  const image = document.metadata.name === 'valkey' ? 'image' : 'proxyImage';
  for (const container of [...(pod.initContainers ?? []), ...pod.containers] as Document[]) {
    const name = container.name === 'exporter' ? 'exporterImage' : image;
    container.image = tokens.value(`.Values.valkey.${name}`);
  }
  for (const claim of (document.spec.volumeClaimTemplates ?? []) as Document[]) {
    bindStorage(tokens, claim.spec, '.Values.valkey');
  }
  bindScheduling(tokens, pod, pod);
}
