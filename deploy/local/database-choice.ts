/** The variables that a command of the operator runs with, and the line that names its database. */
export interface DatabaseChoice {
  /** The variables that are added to the caller's environment; absent where that stays as it is. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** Names the database, without a password. */
  readonly reported: string;
}

function locationOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is no URL';
  const { host, pathname, searchParams, username } = new URL(url);
  const name = pathname.length > 1 ? pathname.slice(1) : 'of no name';
  const location = searchParams.get('host') ?? (host === '' ? 'this machine' : host);
  return `${name} at ${location}${username === '' ? '' : ` as ${username}`}`;
}

/**
 * Takes the caller's DATABASE_URL and the environment of a process of `make up`, each if there is
 * one. Gives the environment to use, or undefined when neither names a database.
 */
export function chooseDatabase(
  named: string | undefined,
  local: Readonly<Record<string, string>> | undefined,
): DatabaseChoice | undefined {
  // Nothing of the local stack goes along to a named database: its role passwords and master key
  // are those of the demo.
  if (named !== undefined && named !== '')
    return { env: undefined, reported: `Database: ${locationOf(named)} (DATABASE_URL).` };
  const url = local?.['DATABASE_URL'];
  if (url === undefined) return undefined;
  return { env: local, reported: `Database: ${locationOf(url)} (that of \`make up\`).` };
}
