import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { canChat, voicesOf } from '../../catalog/access.ts'
import type { ModelRow } from '../../catalog/table.ts'
import { changeOrganization } from '../../organizations/change-organization.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { announceTeammate } from '../announce-teammate.ts'
import { aiEmployees, type TeammateRow } from '../table.ts'
import { saveVersion } from '../versions/save-version.ts'

/** What those who chose a model may keep it for. */
type Left = { chats: boolean; transcribes: boolean; voices: string[] }

/** What a teammate is left without. */
type LostBy = (teammate: TeammateRow) => Partial<TeammateRow>

/** A voice and the model that speaks with it are chosen together, and go together. */
const MUTE = { tts_model: null, voice: null }

export const NO_CAPABILITIES: Left = { chats: false, transcribes: false, voices: [] }

export async function remainingCapabilities(ctx: Context, model: ModelRow): Promise<Left> {
  return { chats: canChat(model), transcribes: model.is_stt, voices: await voicesOf(ctx, model) }
}

/**
 * Takes a model from those who chose it for what it cannot do any more: organizations and teammates fall back to the
 * default, each with its event and its version, as if someone had changed it.
 */
export async function clearModelReferences(ctx: Context, model_id: number, left: Left): Promise<void> {
  if (!left.chats) await resetOrganizations(ctx, model_id)
  const { model, tts_model, stt_model } = aiEmployees
  const chosen = or(eq(model, model_id), eq(tts_model, model_id), eq(stt_model, model_id))
  await resetTeammates(ctx, chosen, ({ model, tts_model, stt_model, voice }) => ({
    ...(model === model_id && !left.chats && { model: null }),
    ...(tts_model === model_id && !left.voices.includes(voice ?? '') && MUTE),
    ...(stt_model === model_id && !left.transcribes && { stt_model: null }),
  }))
}

/** Takes a voice from those who speak with it through one of these models. */
export async function clearVoiceReferences(ctx: Context, voice: string, speakers: readonly ModelRow[]): Promise<void> {
  const ids = speakers.map(({ id }) => id)
  await resetTeammates(ctx, and(eq(aiEmployees.voice, voice), inArray(aiEmployees.tts_model, ids)), () => MUTE)
}

async function resetOrganizations(ctx: Context, model_id: number): Promise<void> {
  const affected = await ctx.db
    .select()
    .from(organizations)
    .where(eq(organizations.ai_default_model, model_id))
    .orderBy(asc(organizations.id))
    .for('no key update')
  for (const organization of affected)
    await changeOrganization(extendContext(ctx, { organization }), { ai_default_model: null })
}

/** Deleted teammates are reset too, so that a restored one refers to nothing that is gone; nobody is notified of them. */
async function resetTeammates(ctx: Context, chosen: SQL | undefined, lostBy: LostBy): Promise<void> {
  const affected = await ctx.db
    .select({ teammate: aiEmployees, organization: organizations })
    .from(aiEmployees)
    .innerJoin(organizations, eq(organizations.id, aiEmployees.organization_id))
    .where(chosen)
    .orderBy(asc(aiEmployees.id))
    .for('no key update', { of: aiEmployees })
  for (const { teammate, organization } of affected) {
    const lost = lostBy(teammate)
    if (Object.keys(lost).length === 0) continue
    const row = await resetTeammate(extendContext(ctx, { organization }), teammate, lost)
    if (row.deleted_at === null) await announceTeammate(ctx, 'updated', row)
  }
}

async function resetTeammate(ctx: OrgContext, { id }: TeammateRow, lost: Partial<TeammateRow>): Promise<TeammateRow> {
  const [row] = await ctx.db
    .update(aiEmployees)
    .set({ ...lost, updated_at: ctx.now() })
    .where(eq(aiEmployees.id, id))
    .returning()
  if (!row) throw new Error('The teammate was not written')
  await saveVersion(ctx, row)
  return row
}
