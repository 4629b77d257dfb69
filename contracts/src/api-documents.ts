import { z } from 'zod'

/** The document of GitHub's API is 13 MB long, that of Microsoft Graph 20. */
export const MAX_DOCUMENT_CHARACTERS = 24 * 1024 * 1024
/** As many as a connector has tools at most. */
export const MAX_CHOSEN = 200

/** An OpenAPI document of version 3, or of version 2 (Swagger), as JSON or YAML. */
export const DocumentText = z.string().min(1).max(MAX_DOCUMENT_CHARACTERS)
/** Operations by method and path as in the document, such as `GET /customers/{id}`. */
export const ChosenOperations = z.array(z.string().min(1).max(2000)).min(1).max(MAX_CHOSEN)

export const ReadApiDocument = z.strictObject({
  document: DocumentText,
  /** Where the API is reached, as far as it is known: an operation that is reached elsewhere cannot be a tool. */
  url: z.string().max(2000).optional(),
})

const ApiOperation = z.object({
  operation: z.string(),
  /** Of its tool, after the toolset. */
  name: z.string(),
  description: z.string(),
  tag: z.string().nullable(),
  is_deprecated: z.boolean(),
  /** About so many tokens is its tool in each call to a model. */
  token_count: z.number().int(),
  /** Why it cannot be a tool; null where it can. */
  problem: z.string().nullable(),
})
export type ApiOperation = z.infer<typeof ApiOperation>

/** What a document says of an API, read for someone who chooses what of it becomes tools. */
export const ApiDocument = z.object({
  title: z.string(),
  /** Where the API is reached; empty where the document does not say it. */
  urls: z.array(z.string()),
  /** The headers by which it is signed in to, with how their values begin. */
  headers: z.array(z.object({ name: z.string(), begins: z.string() })),
  /** Parameters in the address by which it is signed in to. */
  query_keys: z.array(z.string()),
  operations: z.array(ApiOperation),
  /** Of operations, which may be more than are shown. */
  total: z.number().int(),
})
export type ApiDocument = z.infer<typeof ApiDocument>
