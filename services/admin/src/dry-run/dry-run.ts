import { HEADER } from '@tollgate/contract/headers';
import type { DryRunFault, DryRunOut, DryRunStep } from '@tollgate/contract/platform/configuration';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { RouteDefinition, RouteInput } from '@tollgate/contract/route';
import { dryRun, savepoint } from '@tollgate/db/changes';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { assertStorable, partValidator, ValidationError } from '@tollgate/http/validate';
import type { PartValidator } from '@tollgate/http/validate';
import { holdApplies } from '@tollgate/identity/configuration-leases';
import { assertMayUse } from '@tollgate/identity/assert-may-use';
import { decodeId } from '@tollgate/runtime/ids';
import type { TSchema } from 'typebox';
import type { AdminContext, AdminDeps } from '../deps.ts';
import { createListings, ListingWanted } from './listings.ts';
import type { Listings } from './listings.ts';
import { withIds } from './names.ts';

/** Lists of models are asked for once all steps were tried; after that none is missing. */
const ROUNDS_MAX = 3;
/** How long the rows of one dry run may be locked, in milliseconds: what is left stays untried. */
const ROUND_MS_MAX = 15_000;
/** The hash of a password that nobody will have. */
const NO_HASH = 'a dry run keeps no password';

/** What a dry run is made with. */
export interface DryRunTask {
  deps: AdminDeps;
  context: AdminContext;
  /** The routes whose changes may be tried, which get what they work with. */
  routes: (deps: AdminDeps) => readonly MountedRoute[];
}

/**
 * Tries changes in their order by the handlers that make them, in one transaction that is rolled
 * back. Providers are asked for their models while no transaction is open.
 * @throws GatewayError `rate_limit_exceeded` where a credential was used just now or another
 *   document is tried, `conflict` while another one is applied
 */
export async function tryChanges(
  task: DryRunTask,
  steps: readonly DryRunStep[],
): Promise<DryRunOut> {
  const listings = createListings(task.deps.credentials.providers);
  for (let round = 1; ; round += 1) {
    const tried = await dryRun(task.deps.db, async (trx) => {
      await holdApplies(trx, leaseOf(task.context));
      return tryAll(task, { trx, listings, steps });
    });
    if (!(await listings.fetchWanted()) || round === ROUNDS_MAX) return tried;
  }
}

/** The lease that an apply names in its dry run; null for a plan. */
function leaseOf({ request }: AdminContext): string | null {
  return decodeId('cfl', String(request.headers[HEADER.configurationLease] ?? ''));
}

interface Round {
  trx: Knex.Transaction;
  listings: Listings;
  steps: readonly DryRunStep[];
}

async function tryAll(task: DryRunTask, round: Round): Promise<DryRunOut> {
  const { trx, steps } = round;
  const routes = new Map(
    task.routes(withoutEffect(task.deps, round)).map((one) => [nameOf(one.definition), one]),
  );
  const endMs = performance.now() + ROUND_MS_MAX;
  const faults: DryRunFault[] = [];
  for (const [index, step] of steps.entries()) {
    if (performance.now() > endMs) return { steps: index, faults };
    try {
      await savepoint(trx, () => tryStep(task, { trx, step, routes }));
    } catch (error) {
      if (!(error instanceof ListingWanted)) faults.push(faultOf(index, error));
    }
  }
  return { steps: steps.length, faults };
}

/** What handlers work with in a dry run: nothing of it leaves the transaction. */
function withoutEffect(deps: AdminDeps, { trx, listings }: Round): AdminDeps {
  return {
    ...deps,
    db: trx,
    redis: { publish: () => Promise.resolve(0) },
    passwords: { ...deps.passwords, hash: () => Promise.resolve(NO_HASH) },
    billing: { ...deps.billing, wallets: () => Promise.resolve([]) },
    credentials: { ...deps.credentials, providers: listings.providers },
  };
}

async function tryStep(
  { context }: DryRunTask,
  {
    trx,
    step,
    routes,
  }: { trx: Knex.Transaction; step: DryRunStep; routes: ReadonlyMap<string, MountedRoute> },
): Promise<void> {
  const route = routes.get(`${step.method} ${step.path}`);
  if (route === undefined) {
    throw new GatewayError('not_found', `${step.method} ${step.path} is no change of a document.`);
  }
  const { definition, handler } = route;
  if (definition.auth === 'platform') {
    assertMayUse(context.caller.administrator.role, definition.needs);
  }
  const given = { params: step.params ?? {}, body: step.body };
  const input = inputOf(definition, (await withIds(trx, given)) as typeof given);
  await handler(input as RouteInput<RouteDefinition>, context as never);
}

function nameOf({ method, path }: RouteDefinition): string {
  return `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/gu, '{$1}')}`;
}

function inputOf(
  definition: RouteDefinition,
  { params, body }: { params: object; body: unknown },
): { params: unknown; query: undefined; body: unknown } {
  if (body !== undefined) assertStorable(body, 'body');
  const isLeftOut = body === undefined && definition.bodyOptional === true;
  return {
    params: definition.params && validatorOf(definition.params, 'path')(params),
    query: undefined,
    body: definition.body && !isLeftOut ? validatorOf(definition.body, 'body')(body) : undefined,
  };
}

/** A check is compiled once for all dry runs of the process. */
const validators = new WeakMap<TSchema, PartValidator>();

function validatorOf(schema: TSchema, part: 'body' | 'path'): PartValidator {
  const known = validators.get(schema) ?? partValidator(schema, part);
  validators.set(schema, known);
  return known;
}

/** @throws what is no refusal of the change: a wait, or a fault of ours */
function faultOf(step: number, error: unknown): DryRunFault {
  if (error instanceof ValidationError) {
    const detail = error.detail.map(({ loc, msg, type }) => ({ loc: [...loc], msg, type }));
    return { step, code: 'validation_error', message: 'The body does not fit.', detail };
  }
  if (!(error instanceof GatewayError) || error.code === 'rate_limit_exceeded') throw error;
  const isOfProvider = error.type === 'upstream_error' || error.code.startsWith('upstream_');
  if (error.status >= 500 && !isOfProvider) throw error;
  return { step, code: error.code, message: error.message, detail: [] };
}
