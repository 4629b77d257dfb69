import { z } from 'zod'

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    page: z.number().int(),
    limit: z.number().int(),
    /** Exact up to 10,000; beyond, 10,000 with `total_capped`. */
    total: z.number().int(),
    hasMore: z.boolean(),
    total_capped: z.literal(true).optional(),
  })

export const pageQuery = ({ limit, max }: { limit: number; max: number }) =>
  z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(max).default(limit),
  })

export const Done = z.object({ success: z.literal(true) })

/** What `/api/private` and `/api/public` answer with. */
export const enveloped = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })

export const Instant = z.iso.datetime()
