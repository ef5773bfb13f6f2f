import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** What a catalogue has of what a first call needs. */
export interface CatalogueSteps {
  /** There is a credential of a provider. */
  hasCredential: boolean;
  /** A provider has listed models. */
  hasModel: boolean;
  /** A model is approved, enabled and priced. */
  hasOffer: boolean;
}

/** How far a catalogue has come; each is one look at an index or at a small table. */
export async function findCatalogueSteps(db: Db): Promise<CatalogueSteps> {
  const found = await row<CatalogueSteps>(
    db,
    `select exists (select from catalog.provider_credential) as "hasCredential",
       exists (select from catalog.model) as "hasModel",
       exists (
         select from catalog.model m
         where m.state = 'approved' and m.enabled and exists (
           select from catalog.price_version p
           where p.model_id = m.id and p.effective_at <= now())
       ) as "hasOffer"`,
  );
  return found ?? { hasCredential: false, hasModel: false, hasOffer: false };
}
