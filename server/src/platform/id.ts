import { v7 } from 'uuid'

/** A UUIDv7: unique without asking the database, and in order of time, so an index on it stays compact. */
export const newId = (): string => v7()

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => UUID.test(text)

/** An id that nothing has in place of a malformed one, so that it takes the same way as another organization's. */
export const idOrNothing = (text: string): string => (isId(text) ? text : '00000000-0000-0000-0000-000000000000')

/** The first id of a moment: ids made later sort after it, so rows can be ordered by age without a column for it. */
export const idsBegin = (moment: Date): string => v7({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) })
