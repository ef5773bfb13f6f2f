import type { TestBilling } from './a-billing-service.ts';

/**
 * Grants credit through the interface, as an administrator would; gives the grant's id.
 * @param expiresAt absent: it never ends
 */
export async function aGrant(
  billing: TestBilling,
  userId: string,
  amount: number,
  expiresAt?: string,
): Promise<string> {
  const client = await billing.clientOf('admin');
  const { grant } = await client.createGrant({
    user_id: userId,
    amount_nano: amount.toString(),
    reason: null,
    expires_at: expiresAt ?? null,
    actor: 'adm_test',
    idempotency_key: null,
  });
  if (grant === null) throw new Error('nothing was granted');
  return grant.id;
}
