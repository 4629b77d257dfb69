/**
 * The connection to the database ended, or none came about, or it leads to where nothing can be written for now. Whether a
 * statement that was under way was carried out is not known; what is done again must bear that.
 */
export class DatabaseLost extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause })
    this.name = 'DatabaseLost'
  }
}

/** Whether an error came of a lost connection; the query's own lies above it. */
export function isDatabaseLost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseLost) return true
  }
  return false
}

/**
 * The connection is broken, or the server ends it, has crashed, is starting, has no place for one more, cannot be reached,
 * only reads (25006) or has no disk space (53100).
 */
const CODES =
  /^(08\w{3}|57P0[1235]|25P0[34]|25006|53100|53300|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The driver's own sentences have no code. */
const SENTENCES = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** The connection itself is in order, and leads to a standby: the next one may lead to what has taken its place. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof DatabaseLost && error.cause instanceof Error && 'code' in error.cause && error.cause.code === '25006'

/** What the driver says of a lost connection, as `DatabaseLost`; anything else as it is. */
export function namedLoss(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  return CODES.test(code) || SENTENCES.test(error.message) ? new DatabaseLost(error) : error
}
