import { readFile } from 'node:fs/promises';
import { request } from 'undici';
import type { HeldSecret, SecretChange } from './rotation-plan.ts';

const MARK = 'tollgate/rotation';
/** A controller that writes Secrets from elsewhere would take every change back. */
const FROM_ELSEWHERE = new Set(['ExternalSecret', 'SealedSecret']);
const TIMEOUT_MS = 30_000;
const HTTP_OK = 200;
const PATCHING = { 'content-type': 'application/merge-patch+json' };

interface KubernetesSecret {
  metadata: {
    name: string;
    resourceVersion: string;
    annotations?: Record<string, string>;
    ownerReferences?: { kind: string; name: string }[];
  };
  data?: Record<string, string>;
}

/** A Secret with the version in which it was read. */
export interface ReadSecret extends HeldSecret {
  version: string;
}

/** Where the API of the cluster answers, and what shows who asks. */
export interface ClusterLocation {
  /** Such as https://10.96.0.1:443. */
  url: string;
  namespace: string;
  /** A file with the token of a service account. */
  tokenFile: string;
}

/** The Secrets of one namespace, over the API of the cluster. */
export interface ClusterSecrets {
  /** @throws Error when there is none of this name, or when it is written from elsewhere */
  read(name: string): Promise<ReadSecret>;
  /**
   * Writes new values unless the Secret has changed since it was read.
   * @throws Error that says what the cluster answered
   */
  write(change: SecretChange & { version: string; mark: string; isTried: boolean }): Promise<void>;
}

/**
 * Opens the Secrets of a namespace; certificates are those that Node believes
 * (NODE_EXTRA_CA_CERTS).
 */
export function openClusterSecrets({ url, namespace, tokenFile }: ClusterLocation): ClusterSecrets {
  const ask = async (name: string, patch?: object, query = ''): Promise<KubernetesSecret> => {
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const path = `${url}/api/v1/namespaces/${namespace}/secrets/${name}${query}`;
    const { statusCode, body } = await request(path, {
      method: patch === undefined ? 'GET' : 'PATCH',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...PATCHING },
      ...(patch !== undefined && { body: JSON.stringify(patch) }),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const answer = (await body.json()) as KubernetesSecret & { message?: string };
    if (statusCode !== HTTP_OK)
      throw new Error(`Secret ${name}: ${statusCode} ${answer.message ?? ''}`);
    return answer;
  };
  return {
    async read(name) {
      const { metadata, data = {} } = await ask(name);
      const owner = metadata.ownerReferences?.find(({ kind }) => FROM_ELSEWHERE.has(kind));
      if (owner !== undefined)
        throw new Error(`Secret ${name} is written by ${owner.kind} ${owner.name}: change that.`);
      const values = Object.entries(data).map(([key, value]) => [
        key,
        Buffer.from(value, 'base64').toString('utf8'),
      ]);
      return {
        name,
        data: Object.fromEntries(values) as Record<string, string>,
        mark: metadata.annotations?.[MARK],
        version: metadata.resourceVersion,
      };
    },
    async write({ name, data, version, mark, isTried }) {
      const values = Object.entries(data).map(([key, value]) => [
        key,
        value === null ? null : Buffer.from(value).toString('base64'),
      ]);
      const metadata = { resourceVersion: version, annotations: { [MARK]: mark } };
      const patch = { metadata, data: Object.fromEntries(values) as object };
      await ask(name, patch, isTried ? '?dryRun=All' : '');
    },
  };
}
