import { seal, unseal } from '@tollgate/catalog/sealing';
import type { MasterKey, Sealed } from '@tollgate/catalog/sealing';
import { parseExactJson } from '@tollgate/contract/exact-json';
import { parsePrices, pricesJson } from '@tollgate/money/rating';
import type { Prices, PricesJson } from '@tollgate/money/rating';
import type { Caller } from '../caller/caller.ts';
import type { Counted } from '../limits/limits.ts';
import type { Plan } from '../plan.ts';

/** The price under which a model was accepted; it holds for the whole operation. */
export interface Pin {
  modelId: string;
  price: { id: string; prices: Prices; upliftBp: number };
  /** Nano-credits of the hold. */
  amount: bigint;
}

/**
 * Everything that is needed to run an accepted operation later: nothing in it changes with the
 * catalogue or the key.
 */
export interface StoredCall {
  /** The parsed body as it came. */
  body: unknown;
  caller: Caller;
  /** One for each model that the plan may use; none for the sandbox. */
  pins: readonly Pin[];
  maxCredits: bigint | null;
  /**
   * The revision of the catalogue under which the call was accepted; absent in what an earlier
   * version has accepted.
   */
  catalogRevision?: string | undefined;
  /** What its limits have counted by bounds. */
  counted: readonly Counted[];
  /** The caller's session; absent in what an earlier version has accepted. */
  sessionId?: string | null;
  /** The call's tag; absent likewise. */
  tag?: string | null;
}

/** The prices of every model that plans lead to, each once. */
export function pinsOf(plans: readonly Plan[]): Pin[] {
  const pins = new Map<string, Pin>();
  for (const { target, estimate } of plans) {
    if (target.price === null || estimate === null || pins.has(target.modelId)) continue;
    pins.set(target.modelId, {
      modelId: target.modelId,
      price: target.price,
      amount: estimate.amount,
    });
  }
  return [...pins.values()];
}

/** Seals a call under the id of its operation. */
export function sealCall(masterKey: MasterKey, opId: string, call: StoredCall): Sealed {
  const pins = call.pins.map(({ price, ...pin }) => ({
    ...pin,
    price: { ...price, prices: pricesJson(price.prices) },
  }));
  return seal(masterKey, opId, { call: JSON.stringify({ ...call, pins }, plain) });
}

/**
 * Opens what {@link sealCall} made.
 * @throws SealError when it was tampered with or the master key is gone
 */
export function openCall(masterKey: MasterKey, opId: string, sealed: Sealed): StoredCall {
  const { call = 'null' } = unseal(masterKey, opId, sealed);
  const {
    body,
    caller,
    pins,
    maxCredits,
    catalogRevision,
    counted = [],
    sessionId = null,
    tag = null,
  } = parseExactJson(call) as Plain;
  const { upliftBp, upliftBpByModel, disabledModelIds } = caller.policy;
  return {
    body,
    caller: {
      ...caller,
      policy: {
        upliftBp,
        upliftBpByModel: new Map(upliftBpByModel),
        disabledModelIds: new Set(disabledModelIds),
      },
    },
    pins: pins.map(({ modelId, price, amount }) => ({
      modelId,
      price: { ...price, prices: parsePrices(price.prices) },
      amount: BigInt(amount),
    })),
    maxCredits: maxCredits === null ? null : BigInt(maxCredits),
    catalogRevision,
    counted,
    sessionId,
    tag,
  };
}

/** A stored call as JSON has it. */
interface Plain {
  body: unknown;
  caller: Omit<Caller, 'policy'> & {
    policy: {
      upliftBp: number;
      upliftBpByModel: [string, number][];
      disabledModelIds: string[];
    };
  };
  pins: {
    modelId: string;
    price: { id: string; prices: PricesJson; upliftBp: number };
    amount: string;
  }[];
  maxCredits: string | null;
  catalogRevision?: string;
  /** Absent in what an earlier version has accepted. */
  counted?: readonly Counted[];
  /** Absent as well. */
  sessionId?: string | null;
  tag?: string | null;
}

function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
