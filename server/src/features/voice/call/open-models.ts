import { eq } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { resolveRealtime } from '../../models/speech/resolve-speech-model.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { aiEmployees, type TeammateRow } from '../../teammates/table.ts'
import type { CallModels, TurnModels } from './call-models.ts'
import { cascadeModels } from './cascade-models.ts'
import { realtimeModels } from './realtime-models.ts'

/**
 * The teammate's realtime model, or else one model each for hearing, answering and speaking. Nothing is connected yet. What an
 * administrator changes during the call is used from the next turn on.
 */
export async function openModels(ctx: OrgContext, teammate: TeammateRow): Promise<CallModels> {
  let current = ctx
  let { models, key } = open(ctx, teammate, await findRealtime(ctx, teammate))
  /** Closed with the call. */
  const replaced: TurnModels[] = []
  let isClosed = false
  /** One at a time, so that no two sessions are opened for one change. */
  let last: Promise<unknown> = Promise.resolve()

  async function reopenIfChanged(): Promise<void> {
    const now = await readNow(ctx, teammate)
    current = now.ctx
    const realtime = await findRealtime(current, now.teammate)
    if (isClosed || (key !== null && keyOf(now.teammate, realtime) === key)) return
    // An answer that is under way, or waits for a person, is finished by the session that began it.
    if (key !== null) replaced.push(models)
    ;({ models, key } = open(current, now.teammate, realtime))
  }

  function refresh(): Promise<void> {
    const refreshed = last.catch(() => undefined).then(reopenIfChanged)
    last = refreshed
    return refreshed
  }

  return {
    refresh,
    async transcribe(samples, signal) {
      await refresh()
      return models.transcribe(current, samples, signal)
    },
    openSpeaker: (ctx, called) => models.openSpeaker(ctx, called),
    get realtime() {
      return models.realtime
    },
    ready: models.ready,
    close() {
      isClosed = true
      for (const one of [...replaced, models]) one.close()
    },
  }
}

const findRealtime = async (ctx: OrgContext, { tts_model }: TeammateRow): Promise<Candidate | null> =>
  tts_model === null ? null : resolveRealtime(ctx, tts_model)

const open = (ctx: OrgContext, teammate: TeammateRow, realtime: Candidate | null) => ({
  models: realtime ? realtimeModels(ctx, teammate, realtime) : cascadeModels(teammate),
  key: keyOf(teammate, realtime),
})

/** What a realtime model is connected with; null for a cascade, which connects for each request and is replaced each time. */
function keyOf({ voice }: TeammateRow, realtime: Candidate | null): string | null {
  if (!realtime) return null
  const { model, connection } = realtime
  return JSON.stringify([model.id, model.model, voice, connection.provider, connection.api_key, connection.base_url])
}

/** The teammate, and the organization with its limits. */
async function readNow(ctx: OrgContext, before: TeammateRow): Promise<{ ctx: OrgContext; teammate: TeammateRow }> {
  const [now] = await ctx.db
    .select({ teammate: aiEmployees, organization: organizations })
    .from(aiEmployees)
    .innerJoin(organizations, eq(organizations.id, aiEmployees.organization_id))
    .where(eq(aiEmployees.id, before.id))
  if (!now) return { ctx, teammate: before }
  return { ctx: extendContext(ctx, { organization: now.organization }), teammate: now.teammate }
}
