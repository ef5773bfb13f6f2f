import type { Knex } from 'knex';

/**
 * The proxy that calls with a credential go through, without its user name and password: the whole
 * URL is sealed with the credential.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table catalog.provider_credential
    add column proxy_url text check (length(proxy_url) <= 1000)`);
}
