import type { UserCatalogPolicy } from '@tollgate/catalog/snapshot';
import type { KeyRecord } from '@tollgate/keys/keys';
import type { HeldModels, Widening } from '@tollgate/keys/overruns';

/** A key, its owner and what the catalogue says about that owner. */
export interface KeyEntry {
  key: KeyRecord;
  policy: UserCatalogPolicy;
  /** Null where no prompt of the owner came out above its bound. */
  widening: Widening | null;
  /** Neither the key nor its owner has a limit; absent: one of them has, or may have. */
  isUnlimited?: true;
  /** When the key expires, by `performance.now()`; infinity: never. */
  endsAtMs: number;
  /**
   * When the secret that the key was found by stops working because a rotation has replaced it, by
   * `performance.now()`; infinity: it is the newest one.
   */
  replacedAtMs: number;
}

/** Who pays for a request and what they may do. */
export interface Caller extends Pick<KeyEntry, 'key' | 'policy' | 'isUnlimited'> {
  mode: 'live' | 'test';
  /**
   * The factor that widens the bound of the prompt, because earlier prompts of the owner came out
   * above their bound; absent: 1.
   */
  inputFactor?: number;
  /** Models whose prompts are held at the worst count that was seen; absent: none. */
  heldModels?: HeldModels;
}
