/**
 * `node tests/manifests/prepare.ts`: builds what the tests of the manifests run and the product
 * does not, once for each version.
 */
import { findOnPath } from '@tollgate/deploy/local/paths';
import { ETCD, findDebianProgram } from '../support/debian-program.ts';
import { buildTool, fetchDefinitions, HELM, KUBE_APISERVER } from './support/tools.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  if ((await findOnPath('kubectl')) === undefined) {
    throw new Error('kubectl is missing: install kubectl 1.32 or later.');
  }
  await findDebianProgram(ETCD);
  for (const tool of [HELM, KUBE_APISERVER]) {
    say(`> ${tool.name} ${tool.version} (built once, which takes minutes)`);
    await buildTool(tool);
  }
  await fetchDefinitions();
} catch (error) {
  say(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  process.exitCode = 1;
}
