import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './source-files.ts';

interface Rules {
  spec: { groups: { rules: { alert: string; annotations: Record<string, string> }[] }[] };
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const page = read('services/docs/content/alarms.md');
const { spec } = parse(read('k8s/components/monitoring/rules.yaml')) as Rules;
const rules = spec.groups.flatMap((group) => group.rules);

test.each(rules)('the alarm $alert leads to a section that says what to do', (rule) => {
  const address = new URL(rule.annotations['runbook_url'] ?? '');
  expect([address.pathname, address.hash]).toEqual([
    '/docs/alarms',
    `#${rule.alert.toLowerCase()}`,
  ]);
  expect(page).toContain(`\n### ${rule.alert}\n`);
});

test('each section is that of an alarm', () => {
  const sections = [...page.matchAll(/^### (\w+)$/gmu)].map(([, name = '']) => name);
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
