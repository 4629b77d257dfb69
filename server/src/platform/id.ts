import { v7 } from 'uuid'

/** A UUIDv7: unique without asking the database, and in order of time, so an index on it stays compact. */
export const newId = (): string => v7()

/** The first id of a moment: ids made later sort after it, so rows can be ordered by age without a column for it. */
export const idsBegin = (moment: Date): string => v7({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) })
