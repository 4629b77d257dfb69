import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { aggregateUsage } from './aggregate-usage.ts'

const app = await testApp()

// PostgreSQL cleans up by itself, when it sees fit.
test.skipIf(app.ctx.ports.config.DATABASE_URL)(
  'what was counted leaves nothing on the disk of the embedded database',
  async () => {
    const { organization } = await app.given.organization()
    const now = new Date()
    for (let round = 0; round < 3; round++) {
      await app.ctx.db.insert(runs).values(
        Array.from({ length: 500 }, () => ({
          id: newId(),
          organization_id: organization.id,
          status: 'completed' as const,
          created_at: now,
          completed_at: now,
        })),
      )
      await aggregateUsage(app.ctx)
    }
    // A run of another test may end at this moment, and is counted with the next fold.
    const left = async () => {
      await aggregateUsage(app.ctx)
      return (await app.ctx.db.execute(sql`select pg_relation_size('usage_pending')::int as bytes`)).rows
    }
    await expect.poll(left).toEqual([{ bytes: 0 }])
  },
)
