import { asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { aiModels, aiVoices, type ModelRow, platformSettings, type VoiceRow } from './table.ts'

export const noSuchModel = () => new AppError('not_found', 'No such model')

const isCatalogId = (id: string): boolean => /^\d{1,18}$/.test(id)

/** A catalog id as it travels: a string of digits. Null when no such model exists. */
export async function findModel(ctx: Context, id: string): Promise<ModelRow | null> {
  if (!isCatalogId(id)) return null
  const [row] = await ctx.db
    .select()
    .from(aiModels)
    .where(eq(aiModels.id, Number(id)))
  return row ?? null
}

export async function requireModel(ctx: Context, id: string): Promise<ModelRow> {
  const model = await findModel(ctx, id)
  if (!model) throw noSuchModel()
  return model
}

/**
 * Keeps these models from being deleted until the transaction ends, so that what was judged can still be referred to
 * when it is written. Call it before any other row is locked: whoever deletes a model locks it first, too.
 */
export async function holdModels(ctx: Context, ids: readonly (string | null | undefined)[]): Promise<void> {
  const named = ids.filter((id) => typeof id === 'string' && isCatalogId(id)).map(Number)
  if (named.length === 0) return
  await ctx.db
    .select({ id: aiModels.id })
    .from(aiModels)
    .where(inArray(aiModels.id, named))
    .orderBy(asc(aiModels.id))
    .for('key share')
}

export async function requireVoice(ctx: Context, id: string): Promise<VoiceRow> {
  const [row] = await ctx.db
    .select()
    .from(aiVoices)
    .where(eq(aiVoices.id, Number(id)))
  if (!row) throw new AppError('not_found', 'No such voice')
  return row
}

/** A model that can hold a conversation; anything else is refused by name of the field. */
export async function requireChatModel(ctx: Context, id: string, field: string): Promise<ModelRow> {
  const model = await findModel(ctx, id)
  if (!model) throw refusedModel('UNKNOWN_MODEL', field, 'no such model in the catalog')
  if (model.is_realtime || model.is_tts || model.is_stt) {
    throw refusedModel('NOT_A_CHAT_MODEL', field, `${model.name} is not a chat model`)
  }
  return model
}

const refusedModel = (code: string, path: string, message: string) =>
  new AppError('bad_request', `${path}: ${message}`, { code, data: { issues: [{ path, message }] } })

/** The two system fallback models, in order; fewer when they are not set. */
export async function findFallbackModels(ctx: Context): Promise<ModelRow[]> {
  const [settings] = await ctx.db.select().from(platformSettings)
  const ids = [settings?.fallback_model_1, settings?.fallback_model_2].filter((id) => id !== null && id !== undefined)
  if (ids.length === 0) return []
  const rows = await ctx.db.select().from(aiModels).where(inArray(aiModels.id, ids))
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
