import { PROXY_MEMBER, proxyOf } from '@tollgate/providers/adapter/endpoint';
import { catalogCredential } from './snapshot.ts';
import { openCredential } from './credential-secret.ts';
import { inputError } from './input-error.ts';
import type { ProviderAccess } from './provider-access.ts';
import type { CredentialRow } from './rows.ts';
import { rewrap, seal } from './sealing.ts';
import type { MasterKey, Sealed } from './sealing.ts';

type Fields = Readonly<Record<string, string>>;

/** The fields of a credential and its proxy, as they are kept. */
export interface SealedCredential extends Sealed {
  /** The proxy as anybody may see it; null without one. */
  proxyUrl: string | null;
}

/** Changes of fields and proxy. */
interface SealedChanges {
  /** Absent: the stored ones stay. */
  fields?: Fields | undefined;
  /** Absent: the stored one stays; null: none. */
  proxyUrl?: string | null | undefined;
}

interface Deps {
  masterKey: MasterKey;
  providers: Pick<ProviderAccess, 'checkProxyUrl'>;
}

/**
 * Seals the fields of a new credential together with its proxy.
 * @throws InputError for a proxy that cannot be used with this address
 */
export function sealNew(
  deps: Deps,
  { id, baseUrl }: Pick<CredentialRow, 'id' | 'baseUrl'>,
  { fields, proxyUrl }: { fields: Fields; proxyUrl?: string | null | undefined },
): SealedCredential {
  if (proxyUrl === undefined || proxyUrl === null) {
    return { ...seal(deps.masterKey, id, fields), proxyUrl: null };
  }
  assertTunnelled(baseUrl, 'proxy_url');
  const proxy = proxyFor(deps, proxyUrl);
  const whole = { ...fields, [PROXY_MEMBER]: proxy.url };
  return { ...seal(deps.masterKey, id, whole), proxyUrl: proxy.shown };
}

/**
 * Seals a stored credential anew where its fields or its proxy change.
 * @param baseUrl the address after the change
 * @throws InputError for a proxy that cannot be used with this address
 */
export function sealChanged(
  deps: Deps,
  current: CredentialRow,
  { baseUrl, ...changes }: SealedChanges & { baseUrl: string },
): SealedCredential {
  const { id, masterVersion, wrappedKey, box, proxyUrl: kept } = current;
  if (changes.proxyUrl === undefined && kept !== null) assertTunnelled(baseUrl, 'base_url');
  if (changes.fields === undefined && changes.proxyUrl === undefined) {
    const sealed = { masterVersion, wrappedKey, box };
    return { ...rewrap(deps.masterKey, id, sealed), proxyUrl: kept };
  }
  if (changes.fields !== undefined && (changes.proxyUrl !== undefined || kept === null)) {
    return sealNew(deps, { id, baseUrl }, { ...changes, fields: changes.fields });
  }
  const opened = openCredential(deps.masterKey, catalogCredential(current));
  const { [PROXY_MEMBER]: _proxy, ...stored } = opened;
  const { fields = stored, proxyUrl = proxyOf(opened) } = changes;
  return sealNew(deps, { id, baseUrl }, { fields, proxyUrl });
}

function proxyFor({ providers }: Deps, text: string): { url: string; shown: string } {
  const checked = providers.checkProxyUrl(text);
  if ('fault' in checked) throw inputError('proxy_url', checked.fault);
  return checked;
}

/** Without TLS a proxy would read the secret. */
function assertTunnelled(baseUrl: string, field: 'base_url' | 'proxy_url'): void {
  if (baseUrl.startsWith('https:')) return;
  throw inputError(field, 'needs an address of the provider with https, because of the proxy');
}
