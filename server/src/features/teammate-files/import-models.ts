import { and, eq, or } from 'drizzle-orm'
import type { FileModel, TeammateFile } from '#contracts/teammate-files.ts'
import { canChat, canSpeak, voicesOf } from '../catalog/access.ts'
import { aiModels, type ModelRow } from '../catalog/table.ts'
import type { OrgContext } from '../organizations/context.ts'

type Wanted = Pick<TeammateFile['teammate'], 'model' | 'tts_model' | 'stt_model' | 'voice'>
type Values = { model: string | null; tts_model: string | null; stt_model: string | null; voice: string | null }
type Taken = { values: Values; missing: string[]; missing_voices: string[] }

/** The same models in this catalog, as far as it has them for the same purpose. */
export async function importModels(ctx: OrgContext, wanted: Wanted): Promise<Taken> {
  const rows = await findModels(ctx, [wanted.model, wanted.tts_model, wanted.stt_model])
  const missing: string[] = []
  const take = (given: FileModel | null, isFit: (row: ModelRow) => boolean): ModelRow | null => {
    const row = rows.find((row) => row.provider === given?.provider && row.model === given.model)
    if (row && isFit(row)) return row
    if (given) missing.push(given.model)
    return null
  }
  const model = take(wanted.model, canChat)
  const tts_model = take(wanted.tts_model, canSpeak)
  const stt_model = take(wanted.stt_model, ({ is_stt }) => is_stt)
  const voice = wanted.voice ?? null
  const hasVoice = voice !== null && tts_model !== null && (await voicesOf(ctx, tts_model)).includes(voice)
  return {
    values: {
      model: idOf(model),
      tts_model: idOf(tts_model),
      stt_model: idOf(stt_model),
      voice: hasVoice ? voice : null,
    },
    missing,
    missing_voices: voice === null || hasVoice ? [] : [voice],
  }
}

const idOf = (row: ModelRow | null) => (row ? String(row.id) : null)

async function findModels(ctx: OrgContext, wanted: readonly (FileModel | null)[]): Promise<ModelRow[]> {
  const given = wanted.filter((model) => model !== null)
  if (given.length === 0) return []
  const isOne = given.map(({ provider, model }) => and(eq(aiModels.provider, provider), eq(aiModels.model, model)))
  return ctx.db
    .select()
    .from(aiModels)
    .where(or(...isOne))
}
