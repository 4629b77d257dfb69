import type { UpdatePlatformSettings } from '#contracts/catalog.ts'
import type { Context } from '#platform/context.ts'
import { holdModels, requireChatModel } from './access.ts'
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
    await holdModels(ctx, [input.fallback_model_1, input.fallback_model_2])
    return writeSettings(ctx, input)
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
