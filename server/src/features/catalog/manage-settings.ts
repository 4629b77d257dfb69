import { eq } from 'drizzle-orm'
import type { UpdatePlatformSettings } from '#contracts/catalog.ts'
import { differing } from '#platform/audit-action.ts'
import type { Context } from '#platform/context.ts'
import { lockModelsForUse, requireChatModel } from './access.ts'
import { settingsUpdated } from './audit-actions.ts'
import { type PlatformSettingsRow, platformSettings } from './table.ts'

type Fallback = keyof UpdatePlatformSettings
type Settings = Omit<PlatformSettingsRow, 'id'>

export async function readSettings(ctx: Context): Promise<Settings> {
  const [row] = await ctx.db.select().from(platformSettings)
  return row ?? { fallback_model_1: null, fallback_model_2: null }
}

/** Fallback models must be chat models; what is left out stays as it is. */
export function updateSettings(ctx: Context, input: UpdatePlatformSettings): Promise<Settings> {
  return ctx.transaction(async (ctx) => {
    await lockModelsForUse(ctx, [input.fallback_model_1, input.fallback_model_2])
    const before = await readSettings(ctx)
    const after = await writeSettings(ctx, input)
    const change = differing(before, after)
    if (change) await ctx.record(settingsUpdated, change)
    return after
  })
}

async function writeSettings(ctx: Context, input: UpdatePlatformSettings): Promise<Settings> {
  const changes: Partial<Settings> = {}
  for (const field of ['fallback_model_1', 'fallback_model_2'] satisfies Fallback[]) {
    const id = input[field]
    if (id !== undefined) changes[field] = id === null ? null : (await requireChatModel(ctx, id, field)).id
  }
  if (Object.keys(changes).length > 0) {
    await ctx.db
      .insert(platformSettings)
      .values(changes)
      .onConflictDoUpdate({ target: platformSettings.id, set: changes })
  }
  return readSettings(ctx)
}

/** A model that no longer holds conversations is no fallback either; one that is deleted is forgotten by its foreign key. */
export async function dropFallback(ctx: Context, model_id: number): Promise<void> {
  for (const field of ['fallback_model_1', 'fallback_model_2'] satisfies Fallback[])
    await ctx.db
      .update(platformSettings)
      .set({ [field]: null })
      .where(eq(platformSettings[field], model_id))
}
