import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { TestStack } from './stack.ts';

/** Ends every connection but the one that this is asked on. */
export async function terminateAll(owner: Db): Promise<void> {
  await rows(
    owner,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
}

/** Stops all processes of PostgreSQL where they stand. @returns lets them go on */
export async function freezePostgres(stack: TestStack, owner: Db): Promise<() => void> {
  const postmaster = stack.pid('postgres');
  if (postmaster === undefined) throw new Error('PostgreSQL does not run');
  // From now on no connection is let in, so the list stays complete.
  process.kill(postmaster, 'SIGSTOP');
  const others = await rows<{ pid: number }>(owner, 'select pid from pg_stat_activity');
  const pids = [...others.map(({ pid }) => pid), postmaster];
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // The process has ended by itself.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}

/** Runs work while every write of a row fails as it does when the disk is full. */
export async function whileDiskIsFull(owner: Db, work: () => Promise<void>): Promise<void> {
  const tables = await rows<{ name: string }>(
    owner,
    `select cast(cast(oid as regclass) as text) as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace in (
       select oid from pg_namespace
       where nspname in ('billing', 'requests', 'identity', 'keys', 'catalog', 'audit'))`,
  );
  await rows(
    owner,
    `create function public.disk_full() returns trigger language plpgsql as $$ begin
       raise exception 'could not extend file: No space left on device' using errcode = '53100';
     end $$`,
  );
  try {
    for (const { name } of tables) {
      await rows(
        owner,
        `create trigger aa_disk_full before insert or update or delete on ${name}
         for each statement execute function public.disk_full()`,
      );
    }
    await work();
  } finally {
    await rows(owner, 'drop function public.disk_full() cascade');
  }
}

/** Runs work while a role gets no connection any more and has lost those it had. */
export async function whileShutOut(
  owner: Db,
  role: string,
  work: () => Promise<void>,
): Promise<void> {
  await rows(owner, `alter role ${role} connection limit 0`);
  try {
    await rows(
      owner,
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = :role',
      { role },
    );
    await work();
  } finally {
    await rows(owner, `alter role ${role} connection limit -1`);
  }
}

/** Runs work while the server, as one that was demoted, only reads. */
export async function whileReadOnly(owner: Db, work: () => Promise<void>): Promise<void> {
  const set = async (value: 'on' | 'off'): Promise<void> => {
    await rows(owner, `alter system set default_transaction_read_only = ${value}`);
    await rows(owner, 'select pg_reload_conf()');
  };
  await set('on');
  try {
    await work();
  } finally {
    // The session that undoes it only reads as well, and this is no write.
    await set('off');
  }
}
