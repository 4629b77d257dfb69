import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from './database.ts'
import { definePrepared } from './prepared.ts'

type Values = Readonly<Record<string, string | number | null>>
type Reading<Rows> = { rows: Promise<Rows>; begun: number; isSent: boolean; next: Promise<Rows> | null }

/** Nobody waits behind a read that takes longer: its connection may be lost. */
const MAX_WAIT_MS = 1000

/**
 * A prepared read that callers with the same values share, such as the session of many requests. Callers of one turn of the event
 * loop share one read; later ones share the next, so that no caller gets rows from before its call. Callers must not change
 * the rows.
 */
export function defineSharedRead<Rows, Of extends Values = Values>(
  build: (db: Db) => { execute: (values: Of) => Promise<Rows> },
): (db: Db, values: Of) => Promise<Rows> {
  const readsOf = definePrepared((db) => ({ query: build(db), open: new Map<string, Reading<Rows>>() }))
  return (db, values) => {
    const { query, open } = readsOf(db)
    const key = JSON.stringify(values)
    const begin = (): Promise<Rows> => {
      const rows = nextTurn().then(() => {
        reading.isSent = true
        return query.execute(values)
      })
      const reading: Reading<Rows> = { rows, begun: performance.now(), isSent: false, next: null }
      open.set(key, reading)
      const forget = () => {
        if (reading.next === null && open.get(key) === reading) open.delete(key)
      }
      rows.then(forget, forget)
      return rows
    }
    const under = open.get(key)
    if (!under || performance.now() - under.begun > MAX_WAIT_MS) return begin()
    if (!under.isSent) return under.rows
    under.next ??= under.rows.then(begin, begin)
    return under.next
  }
}
