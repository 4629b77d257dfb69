import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'

const BATCH_SIZE = 200
const MAX_MS = 4000

/** Folds texts of before `fold_text`: a few rows at a time, because each statement occupies PGlite's only session. */
export async function foldStoredTexts(ctx: Context): Promise<void> {
  const end = performance.now() + MAX_MS
  while (performance.now() < end) {
    const { rows } = await ctx.db.execute<{ has_more: boolean }>(
      sql`select fold_stored_texts(${BATCH_SIZE}) as has_more`,
    )
    if (!rows[0]?.has_more) return
  }
}
