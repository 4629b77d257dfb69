import { z } from 'zod'
import { Instant } from './page.ts'

export const EntityVersion = z.object({
  id: z.uuid(),
  entity_type: z.string(),
  entity_id: z.uuid(),
  version: z.number().int(),
  /** The whole entity as it was presented at that time. */
  snapshot: z.record(z.string(), z.unknown()),
  created_by: z.uuid().nullable(),
  created_at: Instant,
})
export type EntityVersion = z.infer<typeof EntityVersion>

/** Newest first; `next` is the `before_version` of the following page. */
export const EntityVersions = z.object({
  data: z.array(EntityVersion),
  limit: z.number().int(),
  hasMore: z.boolean(),
  next: z.number().int().nullable(),
})
export type EntityVersions = z.infer<typeof EntityVersions>

export const EntityVersionsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before_version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
})
export type EntityVersionsQuery = z.infer<typeof EntityVersionsQuery>
