import { and, asc, eq, ilike } from 'drizzle-orm'
import type { CreateAiVoice, UpdateAiVoice, VoiceFilter } from '#contracts/catalog.ts'
import { differing } from '#platform/audit-action.ts'
import type { Context } from '#platform/context.ts'
import { contains, folded, phraseOf } from '#platform/db/folded-text.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { requireVoice } from './access.ts'
import { voiceCreated, voiceDeleted, voiceUpdated } from './audit-actions.ts'
import { aiVoices, type VoiceRow } from './table.ts'

const alreadyListed = ({ voice, provider }: { voice: string; provider: string }) =>
  new AppError('conflict', `The voice "${voice}" of ${provider} is already listed`, { code: 'VOICE_EXISTS' })

/** The text as it is, where a pattern is read. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const ordered = (ctx: Context, { provider, gender, search }: VoiceFilter = {}) =>
  ctx.db
    .select()
    .from(aiVoices)
    .where(
      and(
        provider && eq(aiVoices.provider, provider),
        gender !== undefined ? ilike(aiVoices.gender, literally(gender)) : undefined,
        search !== undefined ? contains(folded(aiVoices.voice), phraseOf(search)) : undefined,
      ),
    )
    .orderBy(asc(aiVoices.provider), asc(aiVoices.voice))
    .$dynamic()

export function listVoices(ctx: Context, filter: VoiceFilter): Promise<VoiceRow[]> {
  return ordered(ctx, filter)
}

export function pageOfVoices(ctx: Context, page: { page: number; limit: number }): Promise<Page<VoiceRow>> {
  return paginate(ctx.db, ordered(ctx), page)
}

export function createVoice(ctx: Context, input: CreateAiVoice): Promise<VoiceRow> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db.insert(aiVoices).values(input).onConflictDoNothing().returning()
    if (!row) throw alreadyListed(input)
    await ctx.record(voiceCreated, { subject: subjectOf(row), after: input })
    return row
  })
}

const subjectOf = (row: VoiceRow) => ({ type: 'ai_voice', id: row.id, name: row.voice })

/** Held until the transaction ends, so that nobody begins to refer to a voice that is about to be deleted or changed. */
export async function lockVoice(ctx: Context, id: string): Promise<VoiceRow> {
  const voice = await requireVoice(ctx, id)
  await ctx.db.select({ id: aiVoices.id }).from(aiVoices).where(eq(aiVoices.id, voice.id)).for('update')
  return requireVoice(ctx, id)
}

/** Only the row itself: those who speak with it are looked after by `changeVoice`, above. */
export async function updateVoice(ctx: Context, id: string, changes: UpdateAiVoice): Promise<VoiceRow> {
  const voice = await requireVoice(ctx, id)
  if (Object.keys(changes).length === 0) return voice
  try {
    return await ctx.transaction(async (ctx) => {
      const [row] = await ctx.db.update(aiVoices).set(changes).where(eq(aiVoices.id, voice.id)).returning()
      if (!row) return await requireVoice(ctx, id)
      const change = differing(voice, row)
      if (change) await ctx.record(voiceUpdated, { subject: subjectOf(row), ...change })
      return row
    })
  } catch (error) {
    if (violates(error, 'a_voice_is_listed_once_per_provider')) throw alreadyListed({ ...voice, ...changes })
    throw error
  }
}

/** Only the row itself: those who speak with it are looked after by `removeVoice`, above. */
export async function deleteVoice(ctx: Context, id: string): Promise<void> {
  const voice = await requireVoice(ctx, id)
  await ctx.transaction(async (ctx) => {
    await ctx.db.delete(aiVoices).where(eq(aiVoices.id, voice.id))
    await ctx.record(voiceDeleted, { subject: subjectOf(voice) })
  })
}
