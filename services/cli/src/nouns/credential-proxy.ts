import type { Credential, SecretReference } from '../document.ts';
import type { Path } from '../faults.ts';
import type { Planning } from '../step.ts';

type Wanted = Credential['proxy_url'];

/** Stands in a plan for what is read when it is sent. */
export const REFERRED = '(read by reference)';
/** What the platform shows in place of a user name and a password. */
const HIDDEN = '***@';

/** Finds a proxy whose password stands in the document. */
export function checkProxy(
  { fault }: Planning,
  path: Path,
  { proxy_url: wanted }: Credential,
): void {
  if (typeof wanted !== 'string' || !URL.canParse(wanted)) return;
  const { username, password } = new URL(wanted);
  if (username === '' && password === '') return;
  fault({ path, words: 'holds a user name or a password: say where it stands, with env or file' });
}

/**
 * The proxy as a plan compares it with the running system.
 * @param known as the platform shows it
 * @returns undefined where the document says nothing else than what is there
 */
export function proxyChange(known: string | null, wanted: Wanted): string | null | undefined {
  if (wanted === undefined || wanted === null) return wanted;
  if (typeof wanted !== 'string') return known === null ? REFERRED : undefined;
  return URL.canParse(wanted) ? new URL(wanted).origin : wanted;
}

/**
 * The member of a request that sets the proxy. One that is referred to is sent with the secret,
 * too, since nobody can compare it.
 */
export async function readProxy(
  { readSecret }: Planning,
  wanted: Wanted,
  { isSent, isChanged }: { isSent: boolean; isChanged: boolean },
): Promise<{ proxy_url?: string | null }> {
  const isReference = typeof wanted === 'object' && wanted !== null;
  if (wanted === undefined || !(isChanged || (isSent && isReference))) return {};
  return { proxy_url: isReference ? await readSecret(wanted) : wanted };
}

/** The proxy as a document has it: one with a password by a reference to a variable. */
export function exportProxy(
  shown: string | null,
  variable: string,
): string | SecretReference | null {
  return shown?.includes(HIDDEN) === true ? { env: variable } : shown;
}
