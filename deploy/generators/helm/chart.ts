import { chartTemplates } from './templates.ts';
import type { ChartFile } from './templates.ts';
import { chartYaml, HELPERS, NOTES } from './texts.ts';
import { chartValues, valuesSchema, valuesYaml } from './values.ts';

/** Where the chart lies in the repository. */
export const CHART = 'k8s/chart';

/** Every file of the chart, by its path below the chart, as the manifests of kustomize make them. */
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
