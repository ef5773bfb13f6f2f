import type { Document } from './sources.ts';
import type { Tokens } from './tokens.ts';

/** The components whose network policy lets out to ports that a value of their name says. */
const WITH_PORTS: ReadonlySet<string> = new Set(['models', 'oidc', 'webhooks']);
/** Values with the ports of a policy, by its name. */
const PORTS: Readonly<Record<string, string>> = {
  'services-use-a-pooler': '.Values.otherPorts.database',
  'services-use-redis-with-tls': '.Values.otherPorts.redis',
};
/** Values with the networks that a policy lets out to, by its name; an empty one means all. */
const NETWORKS_OUT: Readonly<Record<string, string>> = {
  'services-use-the-database': '.Values.networkPolicies.databaseCidrs',
  'services-use-a-pooler': '.Values.networkPolicies.databaseCidrs',
  'operations-use-the-database': '.Values.networkPolicies.databaseCidrs',
  'services-use-redis': '.Values.networkPolicies.redisCidrs',
  'services-use-redis-with-tls': '.Values.networkPolicies.redisCidrs',
};
/** Values with the networks that a policy lets in, by its name; without any there is no policy. */
const NETWORKS_IN: Readonly<Record<string, string>> = {
  'edge-serves-public-load-balancer': '.Values.loadBalancers.publicCidrs',
  'edge-serves-internal-load-balancer': '.Values.loadBalancers.internalCidrs',
};

const networks = (values: string): string =>
  `{{- range ${values} }}\n- ipBlock:\n    cidr: {{ . | quote }}\n{{- end }}`;

/**
 * When a network policy is part of an installation. A peer list that is empty would let everybody
 * in, so a policy whose networks are values is there only where these are.
 */
export function policyCondition({ metadata }: Document): string {
  const values = NETWORKS_IN[metadata.name as string];
  const isOn = '.Values.networkPolicies.enabled';
  return values === undefined ? isOn : `and ${isOn} ${values}`;
}

/** Puts ports and networks of the values into a network policy of a component or the base. */
export function bindPolicy(tokens: Tokens, { metadata, spec }: Document, component: string): void {
  const name = metadata.name as string;
  const ports = WITH_PORTS.has(component) ? `.Values.${component}.ports` : PORTS[name];
  if (ports !== undefined) {
    const text = `{{- range ${ports} }}\n- port: {{ . }}\n{{- end }}`;
    spec.egress[0].ports = [tokens.block(text)];
  }
  const out = NETWORKS_OUT[name];
  if (out !== undefined) {
    const text = `{{- with ${out} }}\nto:\n  {{- range . }}\n  - ipBlock:\n      cidr: {{ . | quote }}\n  {{- end }}\n{{- end }}`;
    spec.egress[0] = { ...spec.egress[0], [tokens.block(text)]: null };
  }
  const into = NETWORKS_IN[name];
  if (into !== undefined) spec.ingress[0].from = [tokens.block(networks(into))];
}
