import type { AuditVerification } from '@tollgate/contract/platform/audit';
import type { Knex } from '@tollgate/db/connect';
import { encodeId } from '@tollgate/runtime/ids';
import { getAuditChain, listAuditLinks } from './event.queries.ts';
import type { AuditChainRow, AuditLinkRow } from './event.queries.ts';

/** Links that one statement reads. */
const PAGE_ROWS = 5_000;

type Broken = NonNullable<AuditVerification['broken']>;

interface End {
  seq: bigint;
  hash: Buffer;
}

/**
 * Walks the chain from its anchor to its end and names the first event that does not fit: `content`
 * was changed, does not `link` to the one before, is `missing`, or the `end` is not where the chain
 * says. All of it is seen at one moment.
 */
export function verifyAuditChain(db: Knex): Promise<AuditVerification> {
  return db.transaction(
    async (trx) => {
      const chain = await getAuditChain(trx);
      const walk = await walkChain(trx, chain);
      const broken = walk.broken ?? brokenEnd(chain, walk.end);
      return { ok: broken === null, events: walk.events, ...endsOf(chain), broken };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

async function walkChain(
  trx: Knex.Transaction,
  chain: AuditChainRow,
): Promise<{ end: End; events: number; broken: Broken | null }> {
  let end: End = { seq: chain.anchorSeq, hash: chain.anchorHash };
  let events = 0;
  for (;;) {
    const page = await listAuditLinks(trx, { after: end.seq, limit: PAGE_ROWS });
    for (const link of page) {
      const broken = faultOf(link, end);
      if (broken !== null) return { end, events, broken };
      end = link;
      events += 1;
    }
    if (page.length === 0) return { end, events, broken: null };
  }
}

function faultOf(link: AuditLinkRow, before: End): Broken | null {
  const seq = (before.seq + 1n).toString();
  if (link.seq !== before.seq + 1n) return { seq, id: null, fault: 'missing' };
  const id = encodeId('aud', link.id);
  if (!link.hashNow.equals(link.hash)) return { seq, id, fault: 'content' };
  if (!link.previousHash.equals(before.hash)) return { seq, id, fault: 'link' };
  return null;
}

/**
 * Events that were cut off at the end leave no gap; the row of the chain says where the end was.
 */
function brokenEnd(chain: AuditChainRow, end: End): Broken | null {
  if (chain.seq === end.seq && chain.hash.equals(end.hash)) return null;
  return { seq: (end.seq + 1n).toString(), id: null, fault: 'end' };
}

function endsOf(chain: AuditChainRow): Pick<AuditVerification, 'anchor' | 'head'> {
  const { anchorSeq, anchorHash, anchorAt } = chain;
  const anchor = {
    seq: anchorSeq.toString(),
    hash: anchorHash.toString('hex'),
    at: anchorAt?.toISOString() ?? null,
  };
  return {
    anchor: anchorSeq === 0n ? null : anchor,
    head: { seq: chain.seq.toString(), hash: chain.hash.toString('hex') },
  };
}
