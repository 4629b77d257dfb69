import { pgTable, text } from 'drizzle-orm/pg-core'

/** Tables whose older rows are not folded yet, and how far that is; empty once all are. */
export const textsToFold = pgTable('texts_to_fold', {
  table_name: text().primaryKey(),
  /** The key of the last row that was looked at. */
  position: text().array(),
})
