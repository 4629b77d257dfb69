import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { storageDocuments } from '../storage/table.ts'

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * What documents are searched by: pieces of their text. They know their file by its row and not by its path, so that a
 * move touches none of them, and go with their document. Only those of a document that is `indexed` are whole.
 */
export const storageChunks = pgTable(
  'storage_chunks',
  {
    organization_id: uuid().notNull(),
    entry_id: uuid().notNull(),
    seq: integer().notNull(),
    /** Which page, slide or sheet, from 1; null for documents that have none. */
    part: integer(),
    part_name: text(),
    /** Which line, paragraph or row each line of the text is, from 1, within the part. */
    numbers: integer().array().notNull(),
    /** How many characters in front are repeated from the chunk before. */
    overlap: integer().notNull().default(0),
    text: text().notNull(),
    /** The terms that a question may ask for, as `terms/search-terms.ts` makes them. */
    words: words(),
    /** The text as exact search compares it, where that is more than its small letters. */
    folded: text(),
  },
  (table) => [
    primaryKey({
      name: 'a_chunk_stands_once_in_its_document',
      columns: [table.organization_id, table.entry_id, table.seq],
    }),
    index('chunks_by_their_words').using('gin', table.organization_id, table.words),
    index('chunks_by_their_letters').using('gin', table.organization_id, sql`lower(${table.text}) gin_trgm_ops`),
    index('chunks_by_their_folded_letters')
      .using('gin', table.organization_id, sql`${table.folded} gin_trgm_ops`)
      .where(sql`${table.folded} is not null`),
    foreignKey({
      name: 'a_chunk_is_of_a_document',
      columns: [table.organization_id, table.entry_id],
      foreignColumns: [storageDocuments.organization_id, storageDocuments.entry_id],
    }).onDelete('cascade'),
  ],
)

/**
 * What the vectors of this database were made with; one row, once there are any. They lie in `storage_vectors`, which
 * is made when the server starts, because its size is a setting and its type an extension that a database may lack.
 */
export const storageCollection = pgTable(
  'storage_collection',
  {
    is_the_one: boolean().primaryKey().default(true),
    embedding: text().notNull(),
    dimensions: integer().notNull(),
  },
  (table) => [check('there_is_one_collection', sql`${table.is_the_one}`)],
)
