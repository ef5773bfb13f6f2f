/** `make docs`, the part about Kubernetes: writes the Helm chart anew from the manifests of kustomize. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { CHART, chartFiles } from './chart.ts';

const folder = join(REPOSITORY_ROOT, CHART);
const files = chartFiles();
await rm(folder, { recursive: true, force: true });
for (const [path, text] of files) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
