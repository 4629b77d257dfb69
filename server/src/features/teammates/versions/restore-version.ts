import { and, eq, inArray } from 'drizzle-orm'
import { UpdateTeammate } from '#contracts/teammates.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { canChat, voicesOf } from '../../catalog/access.ts'
import { aiModels } from '../../catalog/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { noSuchVersion } from '../../versions/restore-version.ts'
import type { EntityVersionRow } from '../../versions/table.ts'
import { canEditTeammate, visibleTeammates } from '../access.ts'
import { existingWorkflows } from '../check-workflows.ts'
import { aiEmployees, type TeammateRow } from '../table.ts'
import { updateTeammate } from '../update-teammate.ts'

/** Brings back what people had set in an earlier version, as a change like any other: it makes a version of its own. */
export async function restoreVersion(
  ctx: MemberContext,
  { entity_id, snapshot }: EntityVersionRow,
): Promise<TeammateRow> {
  const [teammate] = await ctx.db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.id, entity_id), visibleTeammates(ctx)))
  if (!teammate) throw noSuchVersion()
  if (!canEditTeammate(ctx, teammate)) throw new AppError('forbidden', 'You are not allowed to do this')
  const kept = UpdateTeammate.safeParse(snapshot)
  if (!kept.success) throw new AppError('conflict', 'This version can no longer be restored', { cause: kept.error })
  const { workflow_ids = [] } = kept.data
  const values = { ...kept.data, workflow_ids: await existingWorkflows(ctx, workflow_ids) }
  return updateTeammate(ctx, teammate.id, await withoutLostModels(ctx, values))
}

/** A model that has left the catalog or lost its ability since becomes none, and so does one whose voice is gone. */
async function withoutLostModels(ctx: Context, input: UpdateTeammate): Promise<UpdateTeammate> {
  const named = [input.model, input.tts_model, input.stt_model].filter((id) => typeof id === 'string')
  const rows = await ctx.db
    .select()
    .from(aiModels)
    .where(inArray(aiModels.id, named.map(Number)))
  const find = (id: string | null | undefined) => rows.find((row) => String(row.id) === id)
  const [chat, speaker, listener] = [find(input.model), find(input.tts_model), find(input.stt_model)]
  const hasVoice = speaker && input.voice && (await voicesOf(ctx, speaker)).includes(input.voice)
  return {
    ...input,
    ...(!(chat && canChat(chat)) && { model: null }),
    ...(!listener?.is_stt && { stt_model: null }),
    ...(!hasVoice && { tts_model: null, voice: null }),
  }
}
