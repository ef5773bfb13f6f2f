import type {
  ProviderCredentialOut,
  ProviderFamilyOut,
} from '@tollgate/contract/platform/credentials';
import type { Credential, Document, SecretReference } from '../document.ts';
import type { Path } from '../faults.ts';
import { dataOf } from '../platform-client.ts';
import type { Platform } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences, under } from '../step.ts';
import { checkProxy, exportProxy, proxyChange, readProxy, REFERRED } from './credential-proxy.ts';
import type { FieldChange, Planning, Step } from '../step.ts';

/** The reason of a change in the trail. */
const REASON = 'tollgate apply';
type Known = ProviderCredentialOut;
type Family = ProviderFamilyOut;

interface Wanted {
  prefix: string;
  family: string;
  name: string;
  credential: Credential;
  known: Known | undefined;
}

/**
 * Steps to the wanted credentials. A secret is sent for a new credential, a new address and a new
 * `secret_version`.
 */
export function planProviders(planning: Planning): Step[] {
  const { document, state, fault } = planning;
  return Object.entries(document.providers ?? {}).flatMap(([prefix, { family, credentials }]) => {
    const path = ['providers', prefix, 'family'];
    const known = state.families.find(({ id }) => id === family);
    const owner = state.credentials.find(({ provider }) => provider === prefix);
    if (known === undefined) {
      fault({ path, words: 'is not one of the families' });
      return [];
    }
    if (owner !== undefined && owner.family !== family) {
      fault({ path, words: `is ${owner.family} in the running system, for good` });
      return [];
    }
    if (known.provider !== null && known.provider !== prefix) {
      fault({ path, words: `serves models of ${known.provider}/ only` });
      return [];
    }
    if (known.provider === null && owner === undefined && isReserved(state, prefix)) {
      fault({ path: ['providers', prefix], words: 'is the prefix of another family' });
      return [];
    }
    return Object.entries(credentials).flatMap(([name, credential]) => {
      const wanted = { prefix, family, name, credential, known: findKnown(state, prefix, name) };
      checkFields(planning, ['providers', prefix, 'credentials', name, 'credential'], {
        family: known,
        fields: credential.credential,
      });
      checkProxy(planning, ['providers', prefix, 'credentials', name, 'proxy_url'], credential);
      const hasAddress = known.base_url ?? wanted.known?.base_url ?? credential.base_url;
      if (hasAddress === undefined) {
        const at = ['providers', prefix, 'credentials', name, 'base_url'];
        fault({ path: at, words: `is required for the family ${family}` });
      }
      return planCredential(planning, wanted);
    });
  });
}

/**
 * Steps that delete the credentials that a document does not name.
 * @param isOn whether a model is approved and enabled once everything else is brought about: it
 *   must not be left without an active credential
 */
export function pruneProviders(
  { document, state, fault }: Planning,
  isOn: (publicId: string) => boolean,
): Step[] {
  for (const prefix of new Set(state.credentials.map(({ provider }) => provider))) {
    if (under(document.providers, prefix) !== undefined) continue;
    const left = [...state.models.values()].filter((model) => model.provider === prefix);
    const served = left.find(({ public_id }) => isOn(public_id));
    if (served === undefined) continue;
    const words = `lack ${prefix}, whose credentials would go while ${served.public_id} is enabled; prune models, too, or disable it`;
    fault({ path: ['providers'], words });
  }
  return state.credentials
    .filter(({ provider, name }) => {
      const names = Object.keys(under(document.providers, provider)?.credentials ?? {});
      return !names.some((one) => isSameName(one, name));
    })
    .map(({ id, provider, name }) => ({
      action: 'remove',
      noun: 'providers',
      name: `${provider} ${name}`,
      path: ['providers', provider],
      fields: [],
      async run({ platform }) {
        const params = { path: { credential_id: id } };
        const body = { confirm_name: name, reason: REASON };
        const path = '/api/platform/provider-credentials/{credential_id}';
        await dataOf(`providers ${provider} ${name}`, platform.DELETE(path, { params, body }));
      },
    }));
}

function isReserved({ families }: State, prefix: string): boolean {
  return families.some(({ id, provider }) => id === prefix || provider === prefix);
}

function findKnown({ credentials }: State, prefix: string, name: string): Known | undefined {
  return credentials.find((one) => one.provider === prefix && isSameName(one.name, name));
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface FamilySchema {
  properties?: Record<string, { secret?: boolean }>;
  required?: string[];
}

function checkFields(
  { fault }: Planning,
  path: Path,
  { family, fields }: { family: Family; fields: Credential['credential'] },
): void {
  const { properties = {}, required = [] } = family.credential_schema as FamilySchema;
  for (const [name, value] of Object.entries(fields)) {
    const at = [...path, name];
    if (!Object.hasOwn(properties, name)) {
      fault({ path: at, words: `is no field of the family ${family.id}` });
    } else if (typeof value === 'string' && properties[name]?.secret === true) {
      fault({ path: at, words: 'is secret: say where it stands, with env or file' });
    }
  }
  for (const name of required.filter((one) => !Object.hasOwn(fields, one))) {
    fault({ path: [...path, name], words: 'is required' });
  }
}

function fieldsOf({ family, name, credential, known }: Wanted): FieldChange[] {
  const of = known ?? UNKNOWN;
  return [
    ...(known === undefined ? [{ field: 'family', to: family }] : []),
    ...differences([
      ['name', known?.name, name],
      ['base_url', addressOf(known?.base_url), addressOf(credential.base_url)],
      ['status', of.status, credential.status],
      ['secret_version', of.secret_version, credential.secret_version],
      ['proxy_url', of.proxy_url, proxyChange(of.proxy_url, credential.proxy_url)],
      ['first_byte_seconds', of.first_byte_seconds, credential.first_byte_seconds],
      ['total_seconds', of.total_seconds, credential.total_seconds],
    ]),
  ];
}

/** What a credential has before a document says anything of it. */
const UNKNOWN = {
  status: 'active',
  secret_version: null,
  proxy_url: null,
  first_byte_seconds: null,
  total_seconds: null,
} as const;

function planCredential(planning: Planning, wanted: Wanted): Step[] {
  const { prefix, name, credential, known } = wanted;
  const isNew = known === undefined;
  const fields = fieldsOf(wanted);
  if (fields.length === 0) return [];
  const isSent = isNew || fields.some(({ field }) => SENT_WITH.has(field));
  const sent: FieldChange[] = isSent ? [{ field: 'credential', to: REFERRED }] : [];
  let secrets: Record<string, string> = {};
  let proxy: { proxy_url?: string | null } = {};
  return [
    {
      action: isNew ? 'add' : 'change',
      noun: 'providers',
      name: `${prefix} ${name}`,
      path: ['providers', prefix, 'credentials', name],
      fields: [...fields, ...sent],
      async prepare() {
        if (isSent) secrets = await readAll(planning, credential.credential);
        const isChanged = fields.some(({ field }) => field === 'proxy_url');
        proxy = await readProxy(planning, credential.proxy_url, { isSent, isChanged });
      },
      run: ({ platform }) => bringAbout(platform, wanted, { fields, secrets, proxy }),
    },
  ];
}

/** Fields whose change takes the secret again: a stored one is never sent to another address. */
const SENT_WITH: ReadonlySet<string> = new Set(['base_url', 'secret_version']);

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return text;
  return new URL(text).href.replace(/\/+$/u, '');
}

async function readAll(
  { readSecret }: Planning,
  fields: Readonly<Record<string, string | SecretReference>>,
): Promise<Record<string, string>> {
  const read: [string, string][] = [];
  for (const [name, value] of Object.entries(fields)) {
    read.push([name, typeof value === 'string' ? value : await readSecret(value)]);
  }
  return Object.fromEntries(read);
}

/** What a step sends, once secrets were read. */
interface Sent {
  fields: readonly FieldChange[];
  secrets: Record<string, string>;
  proxy: { proxy_url?: string | null };
}

async function bringAbout(
  platform: Platform,
  { prefix, family, name, credential, known }: Wanted,
  { fields, secrets, proxy }: Sent,
): Promise<void> {
  const what = `providers ${prefix} ${name}`;
  const { base_url, secret_version, status, first_byte_seconds, total_seconds } = credential;
  const settings = {
    ...proxy,
    ...(first_byte_seconds === undefined ? {} : { first_byte_seconds }),
    ...(total_seconds === undefined ? {} : { total_seconds }),
  };
  const path = '/api/platform/provider-credentials/{credential_id}';
  const more = {
    ...(base_url === undefined ? {} : { base_url }),
    ...(secret_version === undefined ? {} : { secret_version }),
  };
  if (known === undefined) {
    const body = { family, provider: prefix, name, credential: secrets, ...more, ...settings };
    const made = await dataOf(what, platform.POST('/api/platform/provider-credentials', { body }));
    if (status === undefined || status === made.status) return;
    const params = { path: { credential_id: made.id } };
    await dataOf(what, platform.PATCH(path, { params, body: { status } }));
    return;
  }
  const kept = known.secret_version === null ? {} : { secret_version: known.secret_version };
  const isSent = fields.some(({ field }) => SENT_WITH.has(field));
  const body = {
    name,
    ...settings,
    ...(status === undefined ? {} : { status }),
    ...(isSent ? { ...kept, ...more, credential: secrets } : {}),
  };
  const params = { path: { credential_id: known.id } };
  await dataOf(what, platform.PATCH(path, { params, body }));
}

/**
 * The credentials of the running system, as a document has them: each secret by a reference to a
 * variable.
 */
export function exportProviders({
  credentials,
  families,
}: State): NonNullable<Document['providers']> {
  const byProvider = Map.groupBy(credentials, ({ provider }) => provider);
  return Object.fromEntries(
    [...byProvider].map(([prefix, all]) => [
      prefix,
      {
        family: all[0]?.family ?? '',
        credentials: Object.fromEntries(
          all.map((one) => [one.name, exportCredential(one, families)]),
        ),
      },
    ]),
  );
}

function exportCredential(known: Known, families: readonly Family[]): Credential {
  const { provider, name, base_url, status, secret_version } = known;
  const { first_byte_seconds, total_seconds } = known;
  const schema = families.find(({ id }) => id === known.family)?.credential_schema as
    | FamilySchema
    | undefined;
  const variable = (field: string): string =>
    `${provider}_${name}_${field}`.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, '_');
  const required = schema?.required ?? ['api_key'];
  return {
    base_url,
    status,
    credential: Object.fromEntries(required.map((field) => [field, { env: variable(field) }])),
    ...(secret_version === null ? {} : { secret_version }),
    proxy_url: exportProxy(known.proxy_url, variable('proxy_url')),
    first_byte_seconds,
    total_seconds,
  };
}
