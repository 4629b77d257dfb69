import type { Db } from './database.ts'

/** Keeps one prepared query a connection pool: `definePrepared((db) => db.select()….prepare('find_member'))`. */
export function definePrepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const kept = new WeakMap<Db, Query>()
  return (db) => {
    const existing = kept.get(db)
    if (existing) return existing
    const built = build(db)
    kept.set(db, built)
    return built
  }
}
