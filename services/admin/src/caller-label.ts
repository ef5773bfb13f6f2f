import type { AdministratorCaller } from '@tollgate/identity/administrator-sessions';

/** What people know a caller by: the administrator, with the token by which a machine acts. */
export function labelOf({ administrator, tokenName }: AdministratorCaller): string {
  const { email } = administrator;
  return tokenName === undefined ? email : `${email} by the token ${tokenName}`;
}
