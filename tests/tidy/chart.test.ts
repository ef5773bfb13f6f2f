import { chartFiles } from '@tollgate/generators/helm/chart';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const FILES = chartFiles();
const read = (file: string): string => new Map(FILES).get(file) ?? '';

test('the chart has a file for each manifest', () => {
  expect(FILES.length).toBeGreaterThan(30);
  expect(FILES.filter(([, text]) => text.trim() === '')).toEqual([]);
});

describe('the schema of the values', () => {
  const fits = new Ajv({ strict: true, allErrors: true, strictTypes: false }).compile(
    JSON.parse(read('values.schema.json')) as object,
  );
  const values = (): Record<string, Record<string, unknown>> =>
    parse(read('values.yaml')) as Record<string, Record<string, unknown>>;

  test('takes the values that stand in the chart', () => {
    expect(fits(values())).toBe(true);
  });

  const WRONG: [string, string, unknown][] = [
    ['image', 'tag', 'latest'],
    ['image', 'digests', { edge: 'sha256:abc' }],
    ['image', 'tga', '0.1.0'],
    ['hosts', 'public', 'https://gateway.example.com'],
    ['ingress', 'kind', 'traefik'],
    ['secrets', 'edge', 'Not A Name'],
    ['services', 'edgee', {}],
    ['services', 'edge', { minReplicas: 0 }],
    ['media', 'kind', 's3'],
    ['spool', 'size', '1 GB'],
    ['keda', 'prometheus', 'prometheus:9090'],
    ['webhooks', 'ports', [0]],
    ['valkey', 'image', 'valkey/valkey:latest'],
    ['postgres', 'size', '1 TB'],
    ['backup', 'bucket', 'tollgate-backups'],
    ['operations', 'schedules', { backups: '0 0 * * *' }],
    ['operations', 'schedules', { backup: 'nightly' }],
    ['oidc', 'roles', { boss: ['a'] }],
    ['oidc', 'issuer', 'id.example.com'],
    ['oidc', 'sessionMinutes', 481],
    ['otherPorts', 'database', []],
    ['networkPolicies', 'databaseCidrs', ['10.0.0.1']],
    ['loadBalancers', 'publicCidrs', ['everybody']],
    ['services', 'migrate', { deadlineSeconds: 1 }],
  ];
  test.each(WRONG)('refuses %s.%s as %j and names its path', (group, name, is) => {
    const wrong = values();
    wrong[group] = { ...wrong[group], [name]: is };
    expect(fits(wrong)).toBe(false);
    const paths = (fits.errors ?? []).map(
      ({ instancePath, params }) => `${instancePath} ${JSON.stringify(params)}`,
    );
    expect(paths.join(' ')).toContain(name);
  });

  test('refuses networks that are none, and variables without a name', () => {
    expect(fits({ ...values(), trustedProxies: ['everybody'] })).toBe(false);
    expect(fits({ ...values(), extraEnv: [{ value: 'x' }] })).toBe(false);
    expect(fits({ ...values(), trustedProxies: ['10.244.0.0/16', 'fd00::/8'] })).toBe(true);
  });
});

test('every value is read by a template', () => {
  const templates = FILES.filter(([path]) => path.startsWith('templates/'))
    .map(([, text]) => text)
    .join('\n');
  const unread = leavesOf(parse(read('values.yaml')) as object).filter(
    (path) =>
      !templates.includes(`.Values.${path}`) &&
      !templates.includes(`index .Values.${path.replace(/\.([^.]+)$/u, ' "$1"')}`),
  );
  expect(unread.filter((path) => !path.startsWith('image.'))).toEqual([]);
  for (const path of ['registry', 'prefix', 'digests'])
    expect(templates).toContain(`$image.${path}`);
});

/** Paths of values: a map of Kubernetes' own, such as resources, is one value. */
function leavesOf(values: object, path: readonly string[] = []): string[] {
  return Object.entries(values).flatMap(([name, is]: [string, unknown]) => {
    const here = [...path, name];
    const isGroup = typeof is === 'object' && is !== null && !Array.isArray(is);
    return isGroup && name !== 'resources' && Object.keys(is).length > 0
      ? leavesOf(is, here)
      : [here.join('.')];
  });
}
