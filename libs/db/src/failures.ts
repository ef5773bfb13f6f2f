/** SQLSTATE classes after which the same work may be tried again in a new transaction. */
const RETRYABLE = new Set(['40001', '40P01', '55P03']);
/** SQLSTATEs that mean the connection or the server is gone, read-only or full. */
const UNAVAILABLE = new Set([
  '25006',
  '25P03',
  '53100',
  '53200',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
]);
/**
 * Messages, without a code, by which the driver and its pool report that a connection is gone or
 * cannot be made.
 */
const LOST =
  /connection terminated|not queryable|timeout|pool is (?:probably )?full|unable to acquire|^no connection to PostgreSQL/i;
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

/**
 * Classes of SQLSTATE of which the data are the cause: data exceptions (22), constraints (23),
 * views (44), program limits (54), and what triggers and functions raise (P0).
 */
const DATA_CLASSES = new Set(['22', '23', '44', '54', 'P0']);
const SQL_STATE = /^[0-9A-Z]{5}$/;

/** The SQLSTATE or socket code of an error, if it has one. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A deadlock, a serialization failure or a lock that was not to be had in time. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? '');
}

/** A unique constraint was hit. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** Whether the database refuses the data of a statement, and would refuse the same data again. */
export function isDataFault(error: unknown): boolean {
  const code = sqlState(error) ?? '';
  return SQL_STATE.test(code) && DATA_CLASSES.has(code.slice(0, 2));
}

/** The database cannot be used just now; nothing is known to be wrong with the request. */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error) ?? '';
  if (UNAVAILABLE.has(code) || SOCKET_CODES.has(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return LOST.test(message);
}
