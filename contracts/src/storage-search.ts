import { z } from 'zod'
import { withoutNul } from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import * as storageSearchPaths from './paths/storage-search.ts'
import { EntryQuery, FolderQuery, Reindexed, StorageEntry } from './storage.ts'
import { StoragePath } from './storage-path.ts'

/** Where a passage is in its file; all counts begin with 1. A paragraph of a document counts as a line. */
export const PassagePlace = z.object({
  page: z.number().int().optional(),
  slide: z.number().int().optional(),
  sheet: z.number().int().optional(),
  sheet_name: z.string().optional(),
})
export type PassagePlace = z.infer<typeof PassagePlace>

const query = z
  .string()
  .max(200)
  .transform((text) => withoutNul(text).trim())
  .pipe(z.string().min(1))
export const StorageQuery = z.object({ q: query, path: StoragePath.default('/') })
export type StorageQuery = z.output<typeof StorageQuery>

export const FoundLine = PassagePlace.extend({
  line: z.number().int(),
  text: z.string(),
  is_match: z.boolean(),
})
export type FoundLine = z.infer<typeof FoundLine>

/** `truncated`: there may be more files than were counted. `resultsTruncated`: not all of them are listed. */
export const ExactFindings = z.object({
  matched_files: z.number().int(),
  truncated: z.boolean(),
  resultsTruncated: z.boolean(),
  results: z.array(
    z.object({
      path: z.string(),
      matches: z.number().int(),
      /** Only the first files carry lines, with their neighbors. */
      lines: z.array(FoundLine).optional(),
    }),
  ),
})
export type ExactFindings = z.infer<typeof ExactFindings>

export const SemanticFindings = z.object({
  /** What the vectors were made by. */
  embedding: z.string(),
  results: z.array(
    PassagePlace.extend({
      path: z.string(),
      first_line: z.number().int(),
      last_line: z.number().int(),
      passage: z.string(),
      score: z.number(),
      link: z.string(),
    }),
  ),
})
export type SemanticFindings = z.infer<typeof SemanticFindings>

/** The text of a document as teammates read it, by its pages, slides or sheets where it has any. */
export const DocumentText = z.object({
  parts: z.array(PassagePlace.extend({ text: z.string() })),
  /** More text follows than is sent. */
  is_truncated: z.boolean(),
  /** Why the file could only be read in part. */
  warning: z.string().nullable(),
})
export type DocumentText = z.infer<typeof DocumentText>

export const storageSearchEndpoints = describeEndpoints(storageSearchPaths, {
  reindexFile: {
    summary: 'Re-index a file whose indexing failed',
    query: EntryQuery,
    answer: StorageEntry,
    errors: { 409: [] },
  },
  reindexFolder: {
    summary: 'Re-index all files below a folder whose indexing failed',
    query: FolderQuery,
    answer: Reindexed,
  },
  showDocumentText: {
    summary: 'Get the text that teammates read of a PDF, Word, Excel or PowerPoint file',
    query: EntryQuery,
    answer: DocumentText,
    errors: { 422: [], 503: [] },
  },
  searchExactly: {
    summary: 'Find files by exact text',
    query: StorageQuery,
    answer: ExactFindings,
    errors: { 429: [] },
  },
  searchSemantically: {
    summary: 'Find passages by meaning',
    query: StorageQuery,
    answer: SemanticFindings,
    errors: { 503: ['SEMANTIC_SEARCH_UNAVAILABLE'] },
  },
})
