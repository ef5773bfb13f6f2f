import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chartTemplates } from './templates.ts';
import type { ChartFile } from './templates.ts';
import { chartYaml, HELPERS, NOTES } from './texts.ts';
import { chartValues, valuesSchema, valuesYaml } from './values-from-manifests.ts';

/** Where `make chart` writes the chart, from the root of the work tree. */
export const CHART = 'k8s/chart';

/**
 * Every file of the chart, by its path below the chart, as the manifests of kustomize make them.
 */
export function chartFiles(): ChartFile[] {
  const values = chartValues();
  return [
    ['Chart.yaml', chartYaml()],
    ['values.yaml', valuesYaml(values)],
    ['values.schema.json', valuesSchema(values)],
    ['templates/_helpers.tpl', HELPERS],
    ['templates/NOTES.txt', NOTES],
    ...chartTemplates(),
  ];
}

/** Writes the chart into a folder, which it empties first. */
export async function writeChart(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of chartFiles()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
