import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SERVICES } from '@tollgate/deploy/local/services';
import {
  assertUpstream,
  isAllowedUpstream,
  parseAllowedUpstreams,
} from '@tollgate/providers/engine/address-guard';
import { loadConfig } from '@tollgate/runtime/config';
import { scaleTimers } from '@tollgate/runtime/timers';
import * as argoCd from '@kubernetes-models/argo-cd/argoproj.io/v1alpha1';
import * as fluxKustomize from '@kubernetes-models/flux-cd/kustomize.toolkit.fluxcd.io/v1';
import * as fluxSource from '@kubernetes-models/flux-cd/source.toolkit.fluxcd.io/v1';
import * as gatewayApi from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as cnpg from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { execaSync } from 'execa';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import { Type } from 'typebox';
import * as policy from 'kubernetes-models/policy/v1';
import * as rbac from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import * as core from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { SERVICE_CONFIGS } from '@tollgate/generators/docs/service-configs';
import { INFERENCE_BODY_BYTES_MAX } from '../../services/edge/src/bounds.ts';
import { createClientAddress } from '../../services/edge/src/request-headers.ts';
import { createRoutes } from '../../services/edge/src/routes.ts';
import { oidcVariables, readOidcSettings } from '../../services/admin/src/oidc/config.ts';
import { flawsOf } from './manifest-flaws.ts';
import { ROOT } from './source-files.ts';

const BASE = join(ROOT, 'k8s/base');
const MEBIBYTE = 1_048_576;
/**
 * Where a node's cache of names answers, by convention; link-local, so that no other host has the
 * address.
 */
const NODE_LOCAL_DNS = '169.254.20.10/32';
const MODELS: Record<string, object> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'argoproj.io/v1alpha1': argoCd,
  'gateway.networking.k8s.io/v1': gatewayApi,
  'keda.sh/v1alpha1': keda,
  'kustomize.toolkit.fluxcd.io/v1': fluxKustomize,
  'source.toolkit.fluxcd.io/v1': fluxSource,
  'networking.k8s.io/v1': networking,
  'monitoring.coreos.com/v1': monitoring,
  'policy/v1': policy,
  'rbac.authorization.k8s.io/v1': rbac,
  'postgresql.cnpg.io/v1': cnpg,
  v1: core,
};

// oxlint-disable-next-line typescript/no-explicit-any -- documents of every shape.
type Document = any;

const documents: Document[] = readdirSync(BASE)
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(readFileSync(join(BASE, file), 'utf8')))
  .map((document) => document.toJS() as Document);
const find = (kind: string, name: string): Document =>
  documents.find((one) => one.kind === kind && one.metadata.name === name);
/** What runs a service: a StatefulSet where each process has a disk of its own. */
const workloadOf = (name: string): Document =>
  find('Deployment', name) ?? find('StatefulSet', name);
const containerOf = (name: string): Document => workloadOf(name).spec.template.spec.containers[0];

const faultOf = (document: Document): string => {
  type Model = new (data: object) => { validate(): void };
  const models = MODELS[document.apiVersion] as Record<string, Model> | undefined;
  const Model = models?.[document.kind];
  if (Model === undefined) return `nobody knows ${document.apiVersion} ${document.kind}`;
  try {
    new Model(document).validate();
    return '';
  } catch (error) {
    return String(error);
  }
};

const selects = ({ matchLabels, matchExpressions }: Document, service: string): boolean => {
  const name = 'app.kubernetes.io/name';
  if (matchLabels?.[name] !== undefined) return matchLabels[name] === service;
  const values = matchExpressions?.find(({ key }: Document) => key === name)?.values;
  return values === undefined || values.includes(service);
};

describe('every document', () => {
  test.each(documents.map((one) => [`${one.kind} ${one.metadata.name}`, one]))(
    'fits its schema: %s',
    (_name, document) => expect(faultOf(document)).toBe(''),
  );

  test('the check refuses what does not fit', () => {
    const wrong = structuredClone(find('Deployment', 'edge'));
    wrong.spec.replicas = 'two';
    expect(faultOf(wrong)).toMatch(/replicas/);
    expect(faultOf({ apiVersion: 'v2', kind: 'Pod' })).toMatch(/nobody knows/);
  });
});

describe('good practice, as kube-score and checkov ask for it by default', () => {
  test('is kept by every document', () => expect(flawsOf(documents)).toEqual([]));

  // oxlint-disable-next-line typescript/no-explicit-any -- parts of documents.
  type Spoil = (at: (kind: string, name: string) => any) => void;
  const podOf = (one: Document): Document => one.spec.template.spec;
  const SPOILED: [string, Spoil][] = [
    ['requested', (at) => delete podOf(at('Deployment', 'edge')).containers[0].resources.limits],
    ['latest', (at) => (podOf(at('Job', 'migrate')).containers[0].image = 'tollgate/x:latest')],
    ['twice', (at) => podOf(at('Deployment', 'docs')).containers[0].env.push({ name: 'PORT' })],
    ['a user of', (at) => (podOf(at('Deployment', 'edge')).securityContext.runAsUser = 1_000)],
    ['never root', (at) => delete podOf(at('Deployment', 'edge')).securityContext.runAsNonRoot],
    ['seccomp', (at) => delete podOf(at('Job', 'migrate')).securityContext.seccompProfile],
    ['read only', (at) => delete podOf(at('Deployment', 'edge')).containers[0].securityContext],
    ['of the host', (at) => (podOf(at('Deployment', 'edge')).hostNetwork = true)],
    ['no token', (at) => delete podOf(at('Deployment', 'edge')).automountServiceAccountToken],
    ['probes', (at) => delete podOf(at('Deployment', 'edge')).containers[0].readinessProbe],
    ['a selector', (at) => (at('Deployment', 'edge').spec.selector.matchLabels = { a: 'b' })],
    ['disruption', (at) => delete at('PodDisruptionBudget', 'edge').spec.maxUnavailable],
    ['one host', (at) => delete podOf(at('Deployment', 'edge')).topologySpreadConstraints],
    ['autoscaler', (at) => (at('Deployment', 'edge').spec.replicas = 2)],
    ['autoscaler', (at) => delete at('Deployment', 'docs').spec.replicas],
    ['headless', (at) => (at('StatefulSet', 'worker').spec.serviceName = 'worker')],
    ['policy', (at) => (at('Deployment', 'edge').metadata.namespace = 'other')],
    ['pods behind it', (at) => (at('Service', 'docs').spec.selector = { a: 'b' })],
    ['inside only', (at) => (at('Service', 'docs').spec.type = 'NodePort')],
    ['to scale', (at) => (at('HorizontalPodAutoscaler', 'edge').spec.scaleTargetRef.name = 'x')],
    ['TLS', (at) => delete at('Ingress', 'public').spec.tls],
  ];

  test.each(SPOILED)('the check sees what is missing: %s', (name, spoil) => {
    const copies = structuredClone(documents);
    spoil((kind, of) => copies.find((one) => one.kind === kind && one.metadata.name === of));
    expect(flawsOf(copies).filter((flaw) => flaw.includes(name))).not.toEqual([]);
  });
});

const hasKubectl = execaSync('kubectl', ['version', '--client'], { reject: false }).exitCode === 0;
// Without the program the list of skipped tests says so.
(hasKubectl ? describe : describe.skip)('rendered by kustomize', () => {
  const known = new Map<string, Document[]>();
  /** Every rendering takes a program a second, and several tests look at each. */
  const once = (what: string, kustomize: () => string): Document[] => {
    const found = known.get(what) ?? parseAllDocuments(kustomize()).map((one) => one.toJS());
    known.set(what, found);
    return structuredClone(found);
  };
  const render = (folder: string): Document[] =>
    once(folder, () => execaSync('kubectl', ['kustomize', join(ROOT, 'k8s', folder)]).stdout);
  const FOLDERS = ['base', 'overlays/dev', 'overlays/prod', 'overlays/complete'];

  test.each(FOLDERS)('%s: every document fits its schema', (folder) => {
    const rendered = render(folder);
    const nameOf = ({ kind, metadata: { name } }: Document): string =>
      kind === 'Job' ? kind : `${kind} ${name}`;
    expect(rendered.map(nameOf)).toEqual(expect.arrayContaining(documents.map(nameOf)));
    expect(rendered.map(faultOf).filter(Boolean)).toEqual([]);
  });

  test.each(FOLDERS.slice(1))(
    '%s: the Job of a version has its name, and nothing else changes in place that cannot',
    (folder) => {
      const jobs = render(folder).filter(({ kind }) => kind === 'Job');
      expect(jobs).toHaveLength(1);
      const [{ metadata, spec }] = jobs as [Document];
      const tag = spec.template.spec.containers[0].image.split(':').at(-1);
      expect(metadata.name).toBe(`migrate-${tag.replaceAll('.', '-')}`);
    },
  );

  test('Argo CD makes the namespace, then what the migration needs, then the migration, then the rest', () => {
    const waves = render('overlays/complete').map((one) => ({
      what: `${one.kind} ${one.metadata.name}`,
      wave: Number(one.metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0),
    }));
    const early = waves.filter(({ wave }) => wave < 0).toSorted((a, b) => a.wave - b.wave);
    expect(early.map(({ wave }) => wave)).toEqual([-3, -2, -2, -1]);
    expect(early.map(({ what }) => what)).toEqual([
      'Namespace tollgate',
      expect.stringMatching(/^(?:ServiceAccount migrate|Cluster postgres)$/u),
      expect.stringMatching(/^(?:ServiceAccount migrate|Cluster postgres)$/u),
      expect.stringMatching(/^Job migrate-/u),
    ]);
    const hooks = render('overlays/complete').filter(
      ({ metadata }) => metadata.annotations?.['argocd.argoproj.io/hook'] !== undefined,
    );
    expect(hooks).toEqual([]);
  });

  test.each(readdirSync(join(ROOT, 'k8s/examples')).filter((file) => file.endsWith('.yaml')))(
    'the example %s fits its schema and names an overlay that is there',
    (file) => {
      const found = parseAllDocuments(readFileSync(join(ROOT, 'k8s/examples', file), 'utf8')).map(
        (document) => document.toJS() as Document,
      );
      expect(found.map(faultOf).filter(Boolean)).toEqual([]);
      const paths = found.flatMap(({ spec }) => spec.path ?? spec.source?.path ?? []);
      expect(paths).toHaveLength(1);
      expect(render(paths[0].replace('./', '').replace('k8s/', '')).length).toBeGreaterThan(10);
    },
  );

  /** The overlay for production with a component that it does not use by itself. */
  const kustomizeWith = (component: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-k8s-'));
    try {
      const at = (path: string): string => relative(folder, join(ROOT, 'k8s', path));
      const resources = [at('overlays/prod')];
      const components = [at(`components/${component}`)];
      const overlay = { kind: 'Kustomization', namespace: 'tollgate', resources, components };
      writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(overlay));
      const args = ['kustomize', '--load-restrictor', 'LoadRestrictionsNone', folder];
      return execaSync('kubectl', args).stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const renderWith = (component: string): Document[] =>
    once(`with ${component}`, () => kustomizeWith(component));
  const OPTIONAL = [
    'media-s3',
    'ingress-nginx',
    'gateway',
    'telemetry',
    'models',
    'oidc',
    'other-ports',
    'keda',
    'adopt-spool',
    'configuration',
    'webhooks',
  ].concat(['operations', 'backup', 'backup-s3', 'archive', 'rotation']);

  test.each(OPTIONAL)(
    'the component %s fits its schema, keeps to good practice and has a namespace',
    (name) => {
      const rendered = renderWith(name);
      expect(rendered.map(faultOf).filter(Boolean)).toEqual([]);
      expect(flawsOf(rendered)).toEqual([]);
      expect(rendered.filter((one) => one.kind !== 'Namespace' && !one.metadata.namespace)).toEqual(
        [],
      );
    },
  );

  test('the component media-s3 tells inference and the worker where videos lie, and nobody else', () => {
    const reported = renderWith('media-s3').flatMap((one) =>
      (one.spec?.template?.spec?.containers ?? []).flatMap((container: Document) =>
        (container.env ?? [])
          .filter(({ name }: Document) => name.startsWith('MEDIA_'))
          .map(({ name }: Document) => `${one.metadata.name} ${name}`),
      ),
    );
    const names = ['BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'];
    const all = ['inference', 'worker'].flatMap((of) =>
      names.map((one) => `${of} MEDIA_S3_${one}`),
    );
    expect(new Set(reported)).toEqual(new Set(all));
  });

  test('the component oidc tells admin alone every setting of sign-in, in words that admin takes', () => {
    const rendered = renderWith('oidc').flatMap((one) => {
      const [container] = one.spec?.template?.spec?.containers ?? [];
      const env = (container?.env ?? []) as Document[];
      return env.some(({ name }) => name.startsWith('OIDC_')) ? [[one.metadata.name, env]] : [];
    });
    expect(rendered.map(([name]) => name)).toEqual(['admin']);
    const variables = rendered[0]?.[1] as Document[];
    const reported = variables.filter(({ name }) => name.startsWith('OIDC_'));
    expect(new Set(reported.map(({ name }) => name))).toEqual(new Set(Object.keys(oidcVariables)));
    const kept = reported.filter(({ valueFrom }) => valueFrom !== undefined);
    expect(kept.map(({ name, valueFrom: { secretKeyRef } }) => [name, secretKeyRef])).toEqual([
      ['OIDC_CLIENT_SECRET', { name: 'tollgate-oidc', key: 'OIDC_CLIENT_SECRET' }],
      ['OIDC_CA', { name: 'tollgate-oidc', key: 'OIDC_CA', optional: true }],
    ]);
    const plain = Object.fromEntries(
      variables.map(({ name, value }) => [name, value as string | undefined]),
    );
    const config = loadConfig(Type.Object({ ...oidcVariables, PUBLIC_BASE_URL: Type.String() }), {
      ...plain,
      OIDC_CLIENT_SECRET: 'a-phrase-that-nobody-guesses',
    });
    const settings = readOidcSettings(config);
    expect([...(settings?.roles ?? [])]).toEqual([
      ['platform-owners', 'owner'],
      ['staff', 'viewer'],
    ]);
    expect(settings?.redirectUri).toBe(
      'https://admin.gateway.example.com/api/platform/auth/oidc/callback',
    );
    const unless = loadConfig(Type.Object(oidcVariables), {});
    const { OIDC_NAME, OIDC_SCOPES, OIDC_GROUPS_CLAIM, OIDC_SESSION_MINUTES } = config;
    expect(unless).toMatchObject({
      OIDC_NAME,
      OIDC_SCOPES,
      OIDC_GROUPS_CLAIM,
      OIDC_SESSION_MINUTES,
    });
  });

  test('the component ingress-nginx cuts nothing that the edge lets through', () => {
    const ingresses = renderWith('ingress-nginx').filter(({ kind }) => kind === 'Ingress');
    expect(ingresses.map(({ spec }) => spec.ingressClassName)).toEqual(['nginx-internal', 'nginx']);
    const slowest = Math.max(...createRoutes(scaleTimers(1), 1).map(({ answerMs }) => answerMs));
    for (const { metadata } of ingresses) {
      const said = (name: string): string =>
        metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
      expect(Number(/^(\d+)m$/u.exec(said('proxy-body-size'))?.[1]) * MEBIBYTE).toBe(
        INFERENCE_BODY_BYTES_MAX,
      );
      for (const name of ['proxy-read-timeout', 'proxy-send-timeout']) {
        expect(Number(said(name)) * 1_000).toBeGreaterThan(slowest);
      }
      expect([said('proxy-buffering'), said('proxy-next-upstream')]).toEqual(['off', 'off']);
    }
  });

  test('the component gateway leads the two hosts to the two listeners, in place of the Ingresses', () => {
    const rendered = renderWith('gateway');
    expect(rendered.filter(({ kind }) => kind === 'Ingress')).toEqual([]);
    const routes = rendered.filter(({ kind }) => kind === 'HTTPRoute');
    const edge = find('Service', 'edge');
    const portOf = (name: string): number =>
      edge.spec.ports.find((port: Document) => port.name === name).port;
    for (const name of ['public', 'internal']) {
      const { spec } = routes.find((one) => one.metadata.name === name);
      const gateway = rendered.find((one) => one.kind === 'Gateway' && one.metadata.name === name);
      expect(spec.hostnames).toEqual(gateway.spec.listeners.map((one: Document) => one.hostname));
      expect(spec.parentRefs).toEqual([{ name }]);
      expect(spec.rules).toEqual([
        { timeouts: { request: '0s' }, backendRefs: [{ name: 'edge', port: portOf(name) }] },
      ]);
    }
  });

  /** What the policies let the pods of a service out to, as `ports to whom`. */
  const waysOut = (rendered: Document[], service: string): string[] =>
    rendered
      .filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.policyTypes.includes('Egress'))
      .filter(({ spec: { podSelector } }) => selects(podSelector, service))
      .flatMap(({ spec }) => spec.egress ?? [])
      .flatMap(({ to, ports }: Document) => {
        const numbers = (ports ?? []).map(({ port }: Document) => port).join(' ') || 'all';
        return (to ?? [{}]).map((peer: Document) => `${numbers} ${JSON.stringify(peer)}`);
      });

  test.each([
    [
      'telemetry',
      'edge',
      '4318 {"namespaceSelector":{"matchLabels":{"tollgate/telemetry":"collector"}}}',
    ],
    [
      'telemetry',
      'billing',
      '4318 {"namespaceSelector":{"matchLabels":{"tollgate/telemetry":"collector"}}}',
    ],
    [
      'models',
      'inference',
      '8000 11434 {"namespaceSelector":{"matchLabels":{"tollgate/models":"served"}}}',
    ],
    [
      'models',
      'admin',
      '8000 11434 {"namespaceSelector":{"matchLabels":{"tollgate/models":"served"}}}',
    ],
    [
      'oidc',
      'admin',
      '8443 8080 5554 5556 {"namespaceSelector":{"matchLabels":{"tollgate/sign-in":"provider"}}}',
    ],
    [
      'webhooks',
      'worker',
      '8080 8443 {"namespaceSelector":{"matchLabels":{"tollgate/webhooks":"received"}}}',
    ],
    ['other-ports', 'billing', '6432 {}'],
    ['other-ports', 'worker', '6380 {}'],
    ...['verify-ledger', 'verify-audit', 'reseal'].map((command) => [
      'other-ports',
      command,
      '6432 {}',
    ]),
    [
      'openshift',
      'migrate',
      '5353 5353 {"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"openshift-dns"}}}',
    ],
    [
      'istio',
      'edge',
      '15012 {"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"istio-system"}}}',
    ],
  ])('the component %s lets %s out to one host more', (component, service, way) => {
    const before = new Set(waysOut(render('overlays/prod'), service));
    const after = new Set(waysOut(renderWith(component), service));
    expect(before.has(way)).toBe(false);
    expect(after.has(way)).toBe(true);
  });

  /** Whom the policies let in to the pods of a label, as `ports from whom`. */
  const waysIn = (rendered: Document[], name: string, value: string): string[] =>
    rendered
      .filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.policyTypes.includes('Ingress'))
      .filter(({ spec: { podSelector } }) => podSelector.matchLabels?.[name] === value)
      .flatMap(({ spec }) => spec.ingress ?? [])
      .flatMap(({ from, ports }: Document) =>
        from.map((peer: Document) => `${ports[0].port} ${JSON.stringify(peer)}`),
      );

  test('the component load-balancers lets each network in to its listener alone', () => {
    const of = (component: string): string[] =>
      waysIn(renderWith(component), 'app.kubernetes.io/name', 'edge');
    const before = of('istio');
    expect(of('load-balancers').filter((way) => !before.includes(way))).toEqual([
      '8081 {"ipBlock":{"cidr":"10.1.0.0/16"}}',
      '8080 {"ipBlock":{"cidr":"10.0.0.0/16"}}',
    ]);
  });

  test.each(['gateway', 'ingress-nginx'])(
    'the component %s lets the public controller reach the pods that prove a certificate',
    (component) => {
      const solver = ['acme.cert-manager.io/http01-solver', 'true'] as const;
      expect(waysIn(render('overlays/prod'), ...solver)).toEqual([]);
      expect(waysIn(renderWith(component), ...solver)).toEqual([
        '8089 {"namespaceSelector":{"matchLabels":{"tollgate/ingress":"public"}}}',
      ]);
    },
  );

  test.each(['operations', 'rotation', 'configuration', 'backup', 'archive'])(
    'the component %s on top of production has no image without a tag',
    (component) => {
      const images = JSON.stringify(renderWith(component)).matchAll(/"image":"(?<image>[^"]+)"/gu);
      const untagged = [...images]
        .map(({ groups }) => groups?.['image'] ?? '')
        .filter((image) => !/^\S+:(?!latest)[\w.-]+$/u.test(image));
      expect(untagged).toEqual([]);
    },
  );

  test.each([
    ['models', 'edge'],
    ['models', 'billing'],
    ['oidc', 'account'],
    ['webhooks', 'account'],
    ['webhooks', 'inference'],
    ['other-ports', 'edge'],
    ['other-ports', 'docs'],
  ])('the component %s opens nothing for %s', (component, service) => {
    expect(waysOut(renderWith(component), service)).toEqual(
      waysOut(render('overlays/prod'), service),
    );
  });

  test('providers are reached over IPv4 and IPv6, and nothing private is', () => {
    const [v4, v6] = waysOut(render('base'), 'inference')
      .filter((way) => way.startsWith('443 8443 '))
      .map((way) => JSON.parse(way.slice('443 8443 '.length)).ipBlock as Document);
    expect([v4.cidr, v6.cidr]).toEqual(['0.0.0.0/0', '::/0']);
    expect(v4.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']));
    expect(v6.except).toEqual(['fc00::/7', 'fe80::/10']);
  });

  test('what processes may call on the public internet is what the policies let out, port by port', () => {
    const isCalled = (port: number): boolean => {
      try {
        assertUpstream(new URL(`https://api.example.com:${port}`), new Set());
        return true;
      } catch {
        return false;
      }
    };
    const called = Array.from({ length: 65_535 }, (_none, at) => at + 1).filter(isCalled);
    const { egress } = find('NetworkPolicy', 'providers-are-called').spec;
    expect(egress[0].ports.map(({ port }: Document) => port)).toEqual(called);
  });

  test('the component webhooks tells the two that know receivers which of them are in the cluster', () => {
    const reported = renderWith('webhooks').flatMap((one) =>
      (one.spec?.template?.spec?.containers ?? []).flatMap((container: Document) =>
        (container.env ?? [])
          .filter(({ name }: Document) => name.startsWith('ALLOWED_PRIVATE_'))
          .map(({ name, value }: Document) => [one.metadata.name, name, value]),
      ),
    );
    expect(reported.map(([of, name]) => [of, name])).toEqual([
      ['admin', 'ALLOWED_PRIVATE_WEBHOOKS'],
      ['worker', 'ALLOWED_PRIVATE_WEBHOOKS'],
    ]);
    for (const [, , value] of reported) {
      const [host = ''] = parseAllowedUpstreams(value as string);
      expect(isAllowedUpstream(new URL(`http://${host}/x`), new Set([host]))).toBe(true);
    }
  });

  test('production trusts the proxies of its network', () => {
    const edge = render('overlays/prod').find(
      (one) => one.kind === 'Deployment' && one.metadata.name === 'edge',
    );
    const { value } = edge.spec.template.spec.containers[0].env.find(
      (one: Document) => one.name === 'TRUSTED_PROXIES',
    );
    const clientOf = createClientAddress(value);
    expect(clientOf('10.244.3.7', '203.0.113.9')).toBe('203.0.113.9');
    expect(clientOf('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
  });

  test.each(FOLDERS)('%s: keeps to good practice', (folder) => {
    expect(flawsOf(render(folder))).toEqual([]);
  });

  test.each(FOLDERS.slice(1))('%s: each image has a tag, and everything a namespace', (folder) => {
    const rendered = render(folder);
    const pods = rendered.flatMap((one) => one.spec?.template?.spec?.containers ?? []);
    expect(pods.length).toBeGreaterThan(SERVICES.length);
    expect(pods.filter(({ image }: Document) => !/^\S+:(?!latest)[\w.-]+$/.test(image))).toEqual(
      [],
    );
    const loose = rendered.filter((one) => one.kind !== 'Namespace' && !one.metadata.namespace);
    expect(loose).toEqual([]);
  });
});

describe.each(SERVICES)('$name', ({ name, ports }) => {
  test('is told what its configuration asks for, and nothing that it does not know', () => {
    const schema = SERVICE_CONFIGS[name];
    if (schema === undefined) throw new Error(`${name} has no configuration`);
    const given = containerOf(name).env.map((one: Document) => one.name) as string[];
    const known = new Set([...Object.keys(schema.properties), 'NODE_ENV']);
    expect(given.filter((variable) => !known.has(variable))).toEqual([]);
    const needed = (schema.required ?? []).filter(
      (variable) => !('default' in (schema.properties[variable] ?? {})),
    );
    expect(needed.filter((variable) => !given.includes(variable))).toEqual([]);
    expect(containerOf(name).env).toContainEqual({ name: 'HOST', value: '0.0.0.0' });
  });

  test('listens where its service sends', () => {
    const listens = containerOf(name).ports.map((port: Document) => port.containerPort);
    expect(listens).toEqual(Object.values(ports));
    const named = new Set(containerOf(name).ports.map((port: Document) => port.name));
    for (const { port, targetPort } of find('Service', name).spec.ports) {
      expect(named.has(targetPort)).toBe(true);
      expect(listens).toContain(port);
    }
    const variables = Object.fromEntries(
      containerOf(name).env.map((one: Document) => [one.name, one.value]),
    );
    const set = [
      ...(name === 'edge' ? ['PUBLIC_PORT', 'INTERNAL_PORT'] : ['PORT']),
      'METRICS_PORT',
    ];
    expect(set.map((variable) => Number(variables[variable]))).toEqual(listens);
  });

  test('N08, D03: is probed, bounded, unprivileged and spread', () => {
    const { spec } = workloadOf(name).spec.template;
    const container = containerOf(name);
    expect(
      ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
        (probe) => container[probe].httpGet.path,
      ),
    ).toEqual(['/health/startup', '/health/live', '/health/ready']);
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const drain = container.env.find((one: Document) => one.name === 'DRAIN_SECONDS');
    // Ten seconds of listening and fifteen at the end.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(25 + Number(drain?.value ?? 90));
    expect(spec.topologySpreadConstraints).toHaveLength(2);
    expect(find('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual(
      workloadOf(name).spec.selector.matchLabels,
    );
    expect(find('ServiceAccount', name).automountServiceAccountToken).toBe(false);
  });
});

test('metrics are scraped of every process, and of nothing else', () => {
  const [rule] = find('NetworkPolicy', 'metrics-are-scraped').spec.ingress;
  const [{ port, endPort }] = rule.ports;
  const ports = SERVICES.map(({ name }) => {
    const listens = containerOf(name).ports as Document[];
    return listens.find((one) => one.name === 'metrics').containerPort as number;
  });
  expect([port, endPort]).toEqual([Math.min(...ports), Math.max(...ports)]);
});

test('whoever has a spool keeps its disk', () => {
  const spooling = SERVICES.map(({ name }) => name).filter((name) =>
    containerOf(name).env.some((one: Document) => one.name === 'SPOOL_DIR'),
  );
  expect(spooling.toSorted()).toEqual(['inference', 'worker']);
  for (const name of spooling) {
    const [claim] = find('StatefulSet', name).spec.volumeClaimTemplates;
    const mount = containerOf(name).volumeMounts.find((one: Document) => one.name === 'spool');
    expect([claim.metadata.name, mount.mountPath]).toEqual(['spool', '/var/spool/tollgate']);
  }
});

test('D03: what must be secret is taken from secrets', () => {
  const secret = /PASSWORD|_KEY$|_KEYS$|PEPPER|TOKEN$|DATABASE_URL|REDIS_URL/;
  const plain = SERVICES.flatMap(({ name }) =>
    containerOf(name)
      .env.filter((one: Document) => secret.test(one.name) && one.valueFrom === undefined)
      .map((one: Document) => `${name}: ${one.name}`),
  );
  expect(plain).toEqual([]);
});

test('D03: nobody but its callers reaches billing, and nothing passes that no policy names', () => {
  const deny = find('NetworkPolicy', 'default-deny').spec;
  expect(deny).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const [rule] = find('NetworkPolicy', 'billing-serves-services').spec.ingress;
  expect(
    rule.from.map((peer: Document) => peer.podSelector.matchLabels['app.kubernetes.io/name']),
  ).toEqual(['inference', 'account', 'admin', 'worker']);
});

describe('whatever is applied, components included', () => {
  const everything: Document[] = globSync('k8s/{base,components/*}/*.yaml', { cwd: ROOT })
    .filter((file) => !file.endsWith('kustomization.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(join(ROOT, file), 'utf8')))
    .map((document) => document.toJS() as Document);
  const pods = everything.flatMap((one) => {
    const template = one.spec?.jobTemplate?.spec?.template ?? one.spec?.template;
    return template?.spec === undefined ? [] : [[`${one.kind} ${one.metadata.name}`, template]];
  }) as [string, Document][];
  const policies = everything.filter(({ kind }) => kind === 'NetworkPolicy');

  test.each(pods)(
    'N08, D03: the pod of %s has no account, no root and no file to write',
    (_name, { spec }) => {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const sharing of ['hostNetwork', 'hostPID', 'hostIPC'])
        expect(spec[sharing]).toBeUndefined();
      const volumes: Document[] = spec.volumes ?? [];
      expect(volumes.filter(({ hostPath }) => hostPath !== undefined)).toEqual([]);
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
        expect([container.name, container.securityContext]).toEqual([
          container.name,
          {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        ]);
      }
    },
  );

  test('D03: no rule opens a pod to everybody, and every service has a policy that names its callers', () => {
    const open = policies.flatMap(({ metadata, spec }) =>
      (spec.ingress ?? [])
        .filter(({ from, ports }: Document) => !(from?.length > 0) || !(ports?.length > 0))
        .map(() => metadata.name),
    );
    expect(open).toEqual([]);
    const served = policies
      .filter(({ spec }) => spec.ingress !== undefined)
      .map(({ spec }) => spec.podSelector.matchLabels?.['app.kubernetes.io/name']);
    const listening = SERVICES.map(({ name }) => name).filter((name) => name !== 'worker');
    expect(listening.filter((name) => !served.includes(name))).toEqual([]);
  });

  test('D03: what leaves goes to named ports; to the world over TLS alone, and to no private address', () => {
    const ways: [string, Document][] = policies.flatMap(({ metadata, spec }) =>
      (spec.egress ?? []).map((rule: Document) => [metadata.name, rule]),
    );
    expect(ways.length).toBeGreaterThan(5);
    const toPods = ({ to = [] }: Document): boolean =>
      to.length > 0 && to.every((peer: Document) => peer.podSelector !== undefined);
    expect(
      ways.filter(([, rule]) => rule.ports === undefined && !toPods(rule)).map(([name]) => name),
    ).toEqual([]);
    const world = ways.flatMap(([, { to = [], ports }]) =>
      to.flatMap(({ ipBlock }: Document) => (ipBlock === undefined ? [] : [{ ipBlock, ports }])),
    );
    expect(world.length).toBeGreaterThan(0);
    const excepted: Record<string, string[]> = {
      '0.0.0.0/0': ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
      '::/0': ['fc00::/7', 'fe80::/10'],
    };
    for (const { ipBlock, ports } of world) {
      if (ipBlock.cidr === NODE_LOCAL_DNS) {
        expect(new Set(ports.map(({ port }: Document) => port))).toEqual(new Set([53]));
        continue;
      }
      expect([[{ port: 443 }], [{ port: 443 }, { port: 8443 }]]).toContainEqual(ports);
      expect(ipBlock.except).toEqual(expect.arrayContaining(excepted[ipBlock.cidr] ?? ['known']));
    }
  });
});

test('what adopts a spool has the released version, the disk of a pod and its way to billing', () => {
  const [job] = parseAllDocuments(
    readFileSync(join(ROOT, 'k8s/components/adopt-spool/job.yaml'), 'utf8'),
  ).map((one) => one.toJS() as Document);
  const { containers, volumes } = job.spec.template.spec;
  const prod = parse(readFileSync(join(ROOT, 'k8s/overlays/prod/kustomization.yaml'), 'utf8'));
  expect(containers[0].image).toBe(`tollgate/inference:${prod.images[0].newTag}`);
  const [claim] = workloadOf('inference').spec.volumeClaimTemplates;
  expect(volumes[0].persistentVolumeClaim.claimName).toMatch(
    new RegExp(`^${claim.metadata.name}-inference-\\d+$`, 'u'),
  );
  expect(existsSync(join(ROOT, containers[0].command[1]))).toBe(true);
  for (const name of ['inference', 'worker']) {
    expect(workloadOf(name).spec.persistentVolumeClaimRetentionPolicy).toEqual({
      whenScaled: 'Retain',
      whenDeleted: 'Retain',
    });
  }
});

describe('monitoring', () => {
  const FOLDER = join(ROOT, 'k8s/components/monitoring');
  const metrics = new Map(
    globSync('{libs,services}/*/src/**/*.ts', { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(ROOT, file), 'utf8'))
      .filter((text) => /'(?:@tollgate\/telemetry\/metrics|\.\/metrics\.ts)'/u.test(text))
      .flatMap((text) => [
        ...text.matchAll(
          /name: '([a-z_]+)',\s*(?:isConvention: true,\s*)?help:[\s\S]*?labels: \[([^\]]*)\]/g,
        ),
      ])
      .map(([, name = '', labels = '']): [string, string[]] => [
        name,
        [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label),
      ]),
  );
  const rules = parse(readFileSync(join(FOLDER, 'rules.yaml'), 'utf8')) as Document;
  const dashboard = JSON.parse(
    readFileSync(join(FOLDER, 'dashboards/tollgate.json'), 'utf8'),
  ) as Document;
  const queries: string[] = [
    ...rules.spec.groups.flatMap((group: Document) =>
      group.rules.map((rule: Document) => rule.expr),
    ),
    ...dashboard.panels.flatMap((panel: Document) =>
      panel.targets.map((target: Document) => target.expr),
    ),
  ];
  test.each(['provider_losses_credits_total', 'ledger_credits_total,account="uncovered"'])(
    'somebody is woken for what nobody pays: %s',
    (metric) => {
      const money = rules.spec.groups.find(({ name }: Document) => name === 'money');
      const woken = money.rules.filter((rule: Document) =>
        rule.expr
          .replaceAll(/\{namespace="tollgate"(?<more>[^}]*)\}/gu, '$<more>')
          .includes(`increase(tollgate_${metric}[`),
      );
      expect(woken.map(({ labels }: Document) => labels.severity)).toEqual(['page']);
      expect(woken[0].annotations.summary).toMatch(/\S+ \S+/);
    },
  );

  test('every rule asks for the series of one namespace, and names it', () => {
    const all = rules.spec.groups.flatMap((group: Document) => group.rules) as Document[];
    expect(all.length).toBeGreaterThan(30);
    for (const { alert, expr, labels } of all) {
      expect([alert, labels.namespace]).toEqual([alert, 'tollgate']);
      const series = [
        ...expr.matchAll(
          /\b(?:tollgate|nodejs|cnpg|kubelet|redis|kube)_\w+(?<selector>\{[^}]*\})?/gu,
        ),
      ];
      expect([alert, series.length > 0]).toEqual([alert, true]);
      for (const [whole, selector] of series) {
        expect([whole, selector]).toEqual([
          whole,
          expect.stringContaining('{namespace="tollgate"'),
        ]);
      }
    }
  });

  test('the rule for prometheus-adapter serves the metric that the autoscaler asks for', () => {
    const values = parse(
      readFileSync(join(ROOT, 'k8s/examples/prometheus-adapter/values.yaml'), 'utf8'),
    ) as Document;
    const [rule] = values.rules.custom;
    const { patches } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')) as Document;
    const [asked] = parse(patches[0].patch) as Document[];
    expect(asked.value.pods.metric.name).toBe(rule.name.as);
    const name = new RegExp(rule.name.matches as string, 'u');
    const found = [...metrics.keys()].filter((metric) => name.test(`tollgate_${metric}`));
    expect(found).toEqual(['calls_in_flight']);
    expect(rule.seriesQuery).toMatch(/^tollgate_calls_in_flight\{component="inference"/u);
  });

  test('KEDA asks for a metric that workers have', () => {
    const scaled = parse(
      readFileSync(join(ROOT, 'k8s/components/keda/scaled-object.yaml'), 'utf8'),
    ) as Document;
    const { query } = scaled.spec.triggers[0].metadata;
    const name = /tollgate_(?<metric>\w+)\{/u.exec(query)?.groups?.['metric'] ?? '';
    expect(metrics.get(name)).toEqual(['state']);
    expect(scaled.spec.minReplicaCount).toBe(workloadOf('worker').spec.replicas);
  });

  /** Labels that Prometheus adds, every series carries, or a histogram has. */
  const COMMON = ['component', 'namespace', 'pod', 'le'];
  /** Metrics of the stores and of the cluster, as those who show them document them. */
  const FOREIGN: Readonly<Record<string, readonly string[]>> = {
    cnpg_backends_total: ['datname', 'usename', 'application_name', 'state'],
    cnpg_collector_up: ['cluster'],
    cnpg_pg_replication_lag: [],
    cnpg_pg_settings_setting: ['name'],
    kube_job_status_failed: ['job_name', 'reason'],
    kubelet_volume_stats_available_bytes: ['persistentvolumeclaim'],
    kubelet_volume_stats_capacity_bytes: ['persistentvolumeclaim'],
    redis_memory_max_bytes: [],
    redis_memory_used_bytes: [],
  };

  test.each(queries)('asks for metrics and labels that exist: %s', (query) => {
    const asked = [...query.matchAll(/(?:tollgate_|\b(?=gen_ai_client))(\w+)/g)].map(
      ([, name = '']) => {
        const plain = name.replace(/_(?:bucket|sum|count)$/, '');
        return metrics.has(plain) ? plain : name;
      },
    );
    expect(asked.filter((name) => !metrics.has(name))).toEqual([]);
    const foreign = [...query.matchAll(/\b(?:cnpg|kube|kubelet|redis)_\w+/g)].map(([name]) => name);
    expect(foreign.filter((name) => FOREIGN[name] === undefined)).toEqual([]);
    const known = new Set([
      ...COMMON,
      ...asked.flatMap((name) => metrics.get(name) ?? []),
      ...foreign.flatMap((name) => FOREIGN[name] ?? []),
    ]);
    const used = [
      ...[...query.matchAll(/by \(([^)]+)\)/g)].flatMap(([, names = '']) => names.split(', ')),
      ...[...query.matchAll(/(\w+)=~?"/g)].map(([, name = '']) => name),
    ];
    expect(used.filter((label) => !known.has(label))).toEqual([]);
    const others = [...foreign, ...(query.match(/nodejs_|process_/g) ?? [])];
    expect(asked.length + others.length).toBeGreaterThan(0);
  });
});
