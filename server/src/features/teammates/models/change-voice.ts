import type { UpdateAiVoice } from '#contracts/catalog.ts'
import type { Context } from '#platform/context.ts'
import { hasRecord, lockTtsModels, requireVoice } from '../../catalog/access.ts'
import { deleteVoice, lockVoice, updateVoice } from '../../catalog/manage-voices.ts'
import type { VoiceRow } from '../../catalog/table.ts'
import { clearVoiceReferences } from './clear-references.ts'

/** Changes a voice record; a teammate that spoke with what it named before loses that voice in the same commit. */
export function changeVoice(ctx: Context, id: string, changes: UpdateAiVoice): Promise<VoiceRow> {
  return lettingGo(ctx, id, (ctx) => updateVoice(ctx, id, changes))
}

/** Deletes a voice record and lets go of the voice wherever it was chosen and no model lists it itself. */
export function removeVoice(ctx: Context, id: string): Promise<void> {
  return lettingGo(ctx, id, (ctx) => deleteVoice(ctx, id))
}

/** Models are held first, as by those who choose a voice: what they list decides who keeps it. */
function lettingGo<T>(ctx: Context, id: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  return ctx.transaction(async (ctx) => {
    const speakers = await lockTtsModels(ctx, (await requireVoice(ctx, id)).provider)
    const { voice, provider } = await lockVoice(ctx, id)
    const done = await work(ctx)
    if (await hasRecord(ctx, provider, voice)) return done
    const mute = speakers.filter(({ voices }) => !voices.includes(voice))
    await clearVoiceReferences(ctx, voice, mute)
    return done
  })
}
