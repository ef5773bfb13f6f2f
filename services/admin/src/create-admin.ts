import { parseArgs } from 'node:util';
import { text } from 'node:stream/consumers';
import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { PLATFORM_ROLES } from '@tollgate/contract/platform/roles';
import {
  PASSWORD_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MIN,
} from '@tollgate/contract/password-rules';
import { connectDatabase, transaction } from '@tollgate/db/connect';
import { createAdministrator } from '@tollgate/identity/administrators';
import type { NewAdministrator } from '@tollgate/identity/administrators';
import { createPasswords } from '@tollgate/identity/password-hashing';

const USAGE = `Makes an administrator.

  node services/admin/src/create-admin.ts --email ops@example.com [--name "Ops"] [--role owner]

The role is owner, operator, finance or viewer; owner where nothing is said.

Reads the password from the variable ADMIN_PASSWORD, or from standard input, so that it stands in no list of processes.
DATABASE_URL names the database, as the role tollgate_admin.
`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'owner' },
      help: { type: 'boolean' },
    },
  });
  const { email } = values;
  const url = process.env['DATABASE_URL'];
  if (values.help === true || email === undefined || url === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = values.help === true ? 0 : 2;
    return;
  }
  const role = PLATFORM_ROLES.find((known) => known === values.role);
  if (role === undefined) {
    process.stderr.write(`--role must be one of ${PLATFORM_ROLES.join(', ')}.\n`);
    process.exitCode = 2;
    return;
  }
  const password = process.env['ADMIN_PASSWORD'] ?? (await text(process.stdin)).trim();
  if (password.length < PASSWORD_CHARACTERS_MIN || password.length > PASSWORD_CHARACTERS_MAX) {
    process.stderr.write(`The password needs at least ${PASSWORD_CHARACTERS_MIN} characters.\n`);
    process.exitCode = 2;
    return;
  }
  const name = values.name ?? email.slice(0, Math.max(1, email.lastIndexOf('@')));
  await create(url, { email, name, password, role });
}

async function create(url: string, administrator: NewAdministrator): Promise<void> {
  const db = connectDatabase({ url, applicationName: 'tollgate-create-admin', poolMax: 1 });
  try {
    const passwords = await createPasswords();
    const made = await createAdministrator({ db, passwords }, administrator);
    await transaction(db, (trx) =>
      recordAuditEvent(trx, {
        actor: { kind: 'system', id: null, label: 'create-admin' },
        action: 'administrator.create',
        target: { kind: 'administrator', id: made.id },
        details: { email: made.email, role: made.role },
      }),
    );
    process.stdout.write(`${made.email} may administer now, as ${made.role}.\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await db.destroy();
  }
}
