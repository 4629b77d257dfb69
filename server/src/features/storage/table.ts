import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/db/columns.ts'
import { newId } from '#platform/id.ts'
import { organizationId } from '../organizations/table.ts'
import { aiEmployees } from '../teammates/table.ts'

/**
 * Bytes that lie in the blob store. A row is written before its bytes and deleted after them, locked meanwhile. It outlives
 * its organization, so that the bytes are collected then too.
 */
export const storageBlobs = pgTable(
  'storage_blobs',
  {
    organization_id: uuid().notNull(),
    hash: text().notNull(),
    is_encrypted: boolean().notNull(),
    /** When the bytes were last uploaded or lost an entry: someone may be about to name them, or be reading them. */
    touched_at: instant().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'bytes_are_stored_once',
      columns: [table.organization_id, table.hash, table.is_encrypted],
    }),
    index('bytes_by_age').on(table.touched_at),
  ],
)

/**
 * The tree, by parent: a rename or a move changes one row, however much lies below. An organization has one row without
 * a parent and without a name, the root; other rows without a parent have been detached and wait to be erased.
 */
export const storageEntries = pgTable(
  'storage_entries',
  {
    id: uuid().notNull().$defaultFn(newId),
    organization_id: organizationId(),
    parent_id: uuid(),
    name: text().notNull(),
    /** The name as search compares it, where that is more than its small letters; a trigger writes it. */
    folded_name: text(),
    type: text().$type<'file' | 'folder'>().notNull(),
    size: bigint({ mode: 'number' }).notNull().default(0),
    hash: text(),
    is_encrypted: boolean(),
    /** Set for what was deleted itself, as against what lies below it or the folders that show where it was. */
    trashed_at: instant(),
    /** What an entry in the trash was called before. */
    original_name: text(),
    created_at: instant().notNull(),
    modified_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: 'an_entry_belongs_to_one_organization', columns: [table.organization_id, table.id] }),
    unique('a_name_is_used_once_in_a_folder').on(table.organization_id, table.parent_id, table.name).nullsNotDistinct(),
    index('entries_that_name_bytes').on(table.organization_id, table.hash),
    index('entries_by_letters_of_their_name').using(
      'gin',
      table.organization_id,
      sql`lower(${table.name}) gin_trgm_ops`,
    ),
    index('entries_by_letters_of_their_folded_name')
      .using('gin', table.organization_id, table.folded_name.op('gin_trgm_ops'))
      .where(sql`${table.folded_name} is not null`),
    index('entries_by_change').on(table.organization_id, table.modified_at, table.id),
    index('trash_of_an_organization')
      .on(table.organization_id, table.trashed_at, table.id)
      .where(sql`${table.trashed_at} is not null`),
    index('trash_by_age').on(table.trashed_at).where(sql`${table.trashed_at} is not null`),
    index('detached_entries')
      .on(table.organization_id, table.id)
      .where(sql`${table.parent_id} is null and ${table.name} <> ''`),
    foreignKey({
      name: 'an_entry_lies_in_a_folder_of_its_organization',
      columns: [table.organization_id, table.parent_id],
      foreignColumns: [table.organization_id, table.id],
    }),
    foreignKey({
      name: 'a_file_names_bytes_that_are_there',
      columns: [table.organization_id, table.hash, table.is_encrypted],
      foreignColumns: [storageBlobs.organization_id, storageBlobs.hash, storageBlobs.is_encrypted],
    }),
    check('an_entry_is_a_file_or_a_folder', sql`${table.type} in ('file', 'folder')`),
    check('files_and_nothing_else_have_bytes', sql`(${table.type} = 'file') = (${table.hash} is not null)`),
    check('of_bytes_one_knows_whether_they_are_sealed', sql`(${table.hash} is null) = (${table.is_encrypted} is null)`),
  ],
)
export type EntryRow = typeof storageEntries.$inferSelect

/** A folder given to a teammate, with everything below it. By its row, so that it keeps it wherever it goes. */
export const storageShares = pgTable(
  'storage_shares',
  {
    organization_id: uuid().notNull(),
    entry_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    permission: text().$type<'read' | 'write'>().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'a_folder_is_shared_once_with_a_teammate',
      columns: [table.organization_id, table.entry_id, table.employee_id],
    }),
    index('folders_of_a_teammate').on(table.organization_id, table.employee_id),
    foreignKey({
      name: 'a_share_is_of_a_folder_of_its_organization',
      columns: [table.organization_id, table.entry_id],
      foreignColumns: [storageEntries.organization_id, storageEntries.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'a_share_is_for_a_teammate_of_its_organization',
      columns: [table.organization_id, table.employee_id],
      foreignColumns: [aiEmployees.organization_id, aiEmployees.id],
    }).onDelete('cascade'),
    check('a_share_lets_read_or_write', sql`${table.permission} in ('read', 'write')`),
  ],
)

export type DocumentState = 'queued' | 'indexing' | 'indexed' | 'failed'

/** What is known of a file as a document to be searched; a file without a row is not indexable. */
export const storageDocuments = pgTable(
  'storage_documents',
  {
    organization_id: uuid().notNull(),
    entry_id: uuid().notNull(),
    state: text().$type<DocumentState>().notNull().default('queued'),
    /** Why the indexing failed, or what of an indexed document could not be read, as a sentence for people. */
    error: text(),
    /** How often it was begun since the file was last changed. */
    attempts: integer().notNull().default(0),
    /** From when a queued document may be taken: later than now after a failure that may pass. */
    due_at: instant().notNull().defaultNow(),
    /** The `INDEX_VERSION` that its chunks were made with; an older document is refreshed in the background. */
    index_version: integer().notNull().default(0),
    /** True where a short try was not enough, so that only the indexer with much time takes it. */
    is_slow: boolean().notNull().default(false),
    /** Who is indexing or refreshing it, and until when that holds without a heartbeat. */
    lease_id: uuid(),
    leased_until: instant(),
  },
  (table) => [
    primaryKey({ name: 'a_file_is_one_document', columns: [table.organization_id, table.entry_id] }),
    index('documents_that_wait').on(table.organization_id, table.due_at).where(sql`${table.state} = 'queued'`),
    index('documents_not_indexed').on(table.organization_id).where(sql`${table.state} <> 'indexed'`),
    index('documents_in_hand').on(table.leased_until).where(sql`${table.lease_id} is not null`),
    index('documents_by_index_version')
      .on(table.organization_id, table.index_version)
      .where(sql`${table.state} = 'indexed'`),
    foreignKey({
      name: 'a_document_is_a_file_of_its_organization',
      columns: [table.organization_id, table.entry_id],
      foreignColumns: [storageEntries.organization_id, storageEntries.id],
    }).onDelete('cascade'),
    check(
      'what_is_being_indexed_is_leased',
      sql`${table.state} = 'indexed' or (${table.state} = 'indexing') = (${table.lease_id} is not null)`,
    ),
    check('an_index_state_is_known', sql`${table.state} in ('queued', 'indexing', 'indexed', 'failed')`),
  ],
)
export type DocumentRow = typeof storageDocuments.$inferSelect
