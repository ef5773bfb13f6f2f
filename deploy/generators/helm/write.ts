/** `make chart`: writes the Helm chart from the manifests of kustomize. */
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { CHART, writeChart } from './chart.ts';

await writeChart(join(REPOSITORY_ROOT, CHART));
