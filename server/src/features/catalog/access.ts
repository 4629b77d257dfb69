import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { aiModels, aiVoices, type ModelRow, type VoiceRow } from './table.ts'

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
 * when it is written. Call it before any other row is locked: a deletion of a model locks it first, too.
 */
export async function lockModelsForUse(ctx: Context, ids: readonly (string | null | undefined)[]): Promise<void> {
  const named = ids.filter((id) => typeof id === 'string' && isCatalogId(id)).map(Number)
  if (named.length === 0) return
  await ctx.db
    .select({ id: aiModels.id })
    .from(aiModels)
    .where(inArray(aiModels.id, named))
    .orderBy(asc(aiModels.id))
    .for('key share')
}

/**
 * Keeps the records of this voice from being deleted or renamed until the transaction ends. Call it after `lockModelsForUse`
 * and before any other row is locked: a change of a record locks in the same order.
 */
export async function lockVoiceForUse(ctx: Context, voice: string | null | undefined): Promise<void> {
  if (typeof voice !== 'string') return
  await ctx.db
    .select({ id: aiVoices.id })
    .from(aiVoices)
    .where(eq(aiVoices.voice, voice))
    .orderBy(asc(aiVoices.id))
    .for('key share')
}

/** Everything that a model can speak with: what it lists itself, and the records of its provider; nothing if it is mute. */
export async function voicesOf(ctx: Context, model: ModelRow): Promise<string[]> {
  if (!canSpeak(model)) return []
  const records = await ctx.db
    .select({ voice: aiVoices.voice })
    .from(aiVoices)
    .where(eq(aiVoices.provider, model.provider))
  return [...model.voices, ...records.map(({ voice }) => voice)]
}

/** Models of a provider that speak, held like those of `lockModelsForUse`. */
export async function lockTtsModels(ctx: Context, provider: ModelRow['provider']): Promise<ModelRow[]> {
  return ctx.db
    .select()
    .from(aiModels)
    .where(and(eq(aiModels.provider, provider), or(aiModels.is_tts, aiModels.is_realtime)))
    .orderBy(asc(aiModels.id))
    .for('key share')
}

/** Whether administrators list this voice for all models of its provider. */
export async function hasRecord(ctx: Context, provider: VoiceRow['provider'], voice: string): Promise<boolean> {
  const [record] = await ctx.db
    .select({ id: aiVoices.id })
    .from(aiVoices)
    .where(and(eq(aiVoices.provider, provider), eq(aiVoices.voice, voice)))
  return record !== undefined
}

export async function requireVoice(ctx: Context, id: string): Promise<VoiceRow> {
  const [row] = await ctx.db
    .select()
    .from(aiVoices)
    .where(eq(aiVoices.id, Number(id)))
  if (!row) throw new AppError('not_found', 'No such voice')
  return row
}

type Abilities = Pick<ModelRow, 'is_realtime' | 'is_tts' | 'is_stt'>

export const canChat = (model: Abilities): boolean => !model.is_realtime && !model.is_tts && !model.is_stt
export const canSpeak = (model: Abilities): boolean => model.is_tts || model.is_realtime

/** A model that can hold a conversation; anything else is refused by name of the field. */
export async function requireChatModel(ctx: Context, id: string, field: string): Promise<ModelRow> {
  const model = await findModel(ctx, id)
  if (!model) throw refusedModel('UNKNOWN_MODEL', field, 'no such model in the catalog')
  if (!canChat(model)) throw refusedModel('NOT_A_CHAT_MODEL', field, `${model.name} is not a chat model`)
  return model
}

const refusedModel = (code: string, path: string, message: string) =>
  new AppError('bad_request', `${path}: ${message}`, { code, data: { issues: [{ path, message }] } })
