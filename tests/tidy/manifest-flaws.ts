// oxlint-disable-next-line typescript/no-explicit-any -- documents of every shape.
type Document = any;

/** Below it are ids that a host's own users may have. */
const USER_ID_MIN = 10_000;
const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

interface Workload {
  title: string;
  document: Document;
  labels: Record<string, string>;
  pod: Document;
  containers: Document[];
}

/** One rule of good practice: its name, and what breaks it. */
interface Practice {
  name: string;
  find: (this: void, workload: Workload, all: readonly Document[]) => boolean;
}

/** What says how many processes there are; KEDA makes an autoscaler of its own from its object. */
const SCALERS: ReadonlySet<string> = new Set(['HorizontalPodAutoscaler', 'ScaledObject']);

const selects = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([label, value]) => labels[label] === value);
const inNamespaceOf = (one: Document, other: Document): boolean =>
  one.metadata.namespace === other.metadata.namespace;
const targetOf = (scaler: Document): string => {
  const { kind, name } = scaler.spec.scaleTargetRef;
  return `${kind} ${name}`;
};
const some =
  (isFlawed: (container: Document, workload: Workload) => boolean): Practice['find'] =>
  (workload) =>
    workload.containers.some((container) => isFlawed(container, workload));
const security = ({ securityContext = {} }: Document): Document => securityContext;
/** The images of others bring their user. */
const isOurs = ({ image }: Document): boolean => String(image).includes('tollgate/');

/**
 * What kube-score asks of workloads by default and checkov of pods, without what README.md of k8s
 * excepts.
 */
const PRACTICES: readonly Practice[] = [
  {
    name: 'CPU, memory and ephemeral storage requested, the last two limited',
    find: some(({ resources: { requests = {}, limits = {} } = {} }: Document) =>
      [requests.cpu, requests.memory, requests['ephemeral-storage'], limits.memory]
        .concat(limits['ephemeral-storage'])
        .some((amount) => amount === undefined),
    ),
  },
  {
    name: 'never the latest image',
    find: some(({ image }) => !/^[\w./-]+(?::(?!latest$)[\w.-]+)?$/.test(image)),
  },
  {
    name: 'no environment variable twice',
    find: some(({ env = [] }) => {
      const names = env.map((one: Document) => one.name);
      return new Set(names).size !== names.length;
    }),
  },
  {
    name: 'a user of its own',
    find: some(
      (container, { pod }) =>
        isOurs(container) &&
        [security(pod).runAsUser, security(pod).runAsGroup].some((id) => !(id >= USER_ID_MIN)),
    ),
  },
  { name: 'never root', find: ({ pod }) => security(pod).runAsNonRoot !== true },
  {
    name: 'the seccomp profile of the runtime',
    find: ({ pod }) => security(pod).seccompProfile?.type !== 'RuntimeDefault',
  },
  {
    name: 'no privileges, none to be had, and a root file system that is read only',
    find: some(
      (container) =>
        security(container).privileged === true ||
        security(container).allowPrivilegeEscalation !== false ||
        security(container).readOnlyRootFilesystem !== true ||
        security(container).capabilities?.drop?.[0] !== 'ALL' ||
        security(container).capabilities?.add !== undefined,
    ),
  },
  {
    name: 'nothing of the host',
    find: ({ pod }) =>
      [pod.hostNetwork, pod.hostPID, pod.hostIPC].some((shared) => shared === true) ||
      (pod.volumes ?? []).some((volume: Document) => volume.hostPath !== undefined),
  },
  {
    name: 'no token of the cluster',
    find: ({ pod }) =>
      pod.automountServiceAccountToken !== false || pod.serviceAccountName === undefined,
  },
  {
    name: 'probes, of which liveness and readiness differ',
    find: some((container, { document }) => {
      if (document.kind === 'Job') return false;
      const [, live, ready] = PROBES.map((probe) => container[probe]);
      if (live === undefined || ready === undefined) return true;
      return JSON.stringify(live) === JSON.stringify(ready);
    }),
  },
  {
    name: 'a selector for its own pods',
    find: ({ document, labels }) =>
      document.kind !== 'Job' && !selects(document.spec.selector.matchLabels, labels),
  },
  {
    name: 'a disruption budget that says how many',
    find: ({ document, labels }, all) =>
      document.kind !== 'Job' &&
      !all.some(
        (one) =>
          one.kind === 'PodDisruptionBudget' &&
          inNamespaceOf(one, document) &&
          selects(one.spec.selector.matchLabels, labels) &&
          (one.spec.minAvailable ?? one.spec.maxUnavailable) !== undefined,
      ),
  },
  {
    name: 'not all on one host',
    find: ({ document, pod }) =>
      document.kind !== 'Job' &&
      pod.topologySpreadConstraints === undefined &&
      pod.affinity?.podAntiAffinity === undefined,
  },
  {
    name: 'a number of processes only where no autoscaler has the say',
    find: ({ title, document }, all) => {
      const isScaled = all.some((one) => SCALERS.has(one.kind) && targetOf(one) === title);
      return document.kind !== 'Job' && isScaled === (document.spec.replicas !== undefined);
    },
  },
  {
    name: 'a headless service for the names of a StatefulSet',
    find: ({ document, labels }, all) =>
      document.kind === 'StatefulSet' &&
      !all.some(
        (one) =>
          one.kind === 'Service' &&
          one.metadata.name === document.spec.serviceName &&
          one.spec.clusterIP === 'None' &&
          selects(one.spec.selector, labels),
      ),
  },
  {
    name: 'a network policy',
    find: ({ document, labels }, all) =>
      !all.some(
        (one) =>
          one.kind === 'NetworkPolicy' &&
          inNamespaceOf(one, document) &&
          selects(one.spec.podSelector.matchLabels ?? {}, labels),
      ),
  },
];

/** Documents that lead to other documents. */
function danglingOf(all: readonly Document[], workloads: readonly Workload[]): string[] {
  const has = (kind: string, name: string): boolean =>
    all.some((one) => one.kind === kind && one.metadata.name === name);
  return all.flatMap((one) => {
    const title = `${one.kind} ${one.metadata.name}`;
    if (one.kind === 'Service') {
      const found = workloads.some(({ labels }) => selects(one.spec.selector, labels));
      return [
        ...(found ? [] : [`${title}: pods behind it`]),
        ...(['NodePort', 'LoadBalancer'].includes(one.spec.type) ? [`${title}: inside only`] : []),
      ];
    }
    if (SCALERS.has(one.kind)) {
      const found = workloads.some((workload) => workload.title === targetOf(one));
      return found ? [] : [`${title}: a workload to scale`];
    }
    if (one.kind !== 'Ingress') return [];
    const services: string[] = one.spec.rules.flatMap((rule: Document) =>
      rule.http.paths.map((path: Document) => path.backend.service.name),
    );
    const isOpen = one.spec.tls === undefined;
    return [
      ...services.filter((name) => !has('Service', name)).map(() => `${title}: a service`),
      ...(isOpen ? [`${title}: TLS`] : []),
    ];
  });
}

/** What a set of manifests lacks of good practice: the document, and the name of what it lacks. */
export function flawsOf(all: readonly Document[]): string[] {
  const workloads = all
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind))
    .map((one): Workload => {
      // What a CronJob makes is a Job.
      const document =
        one.kind === 'CronJob' ? { ...one, kind: 'Job', spec: one.spec.jobTemplate.spec } : one;
      const { metadata, spec: pod } = document.spec.template;
      const containers = [...pod.containers, ...(pod.initContainers ?? [])];
      const title = `${one.kind} ${one.metadata.name}`;
      return { title, document, labels: metadata.labels, pod, containers };
    });
  const flaws = workloads.flatMap((workload) =>
    PRACTICES.filter(({ find }) => find(workload, all)).map(
      ({ name }) => `${workload.title}: ${name}`,
    ),
  );
  return [...flaws, ...danglingOf(all, workloads)];
}
