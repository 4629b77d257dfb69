import type { Context } from '#platform/context.ts'
import { validationError } from '#platform/http/errors.ts'
import { canSpeak, findModel, requireChatModel, voicesOf } from '../../catalog/access.ts'
import type { ModelRow } from '../../catalog/table.ts'
import type { TeammateRow } from '../table.ts'
import type { TeammateValues } from '../versions/values-of.ts'

const refusal = (path: string, message: string) => validationError([{ path, message }])

/**
 * Refuses a model or a voice that cannot do what its field asks. Looks only at what is about to change: a catalog that
 * changed since must not keep people from mending something else.
 */
export async function checkModels(
  ctx: Context,
  changes: TeammateValues,
  { tts_model, voice }: Pick<TeammateRow, 'tts_model' | 'voice'>,
): Promise<void> {
  const { model, stt_model } = changes
  if (typeof model === 'number') await requireChatModel(ctx, String(model), 'model')
  if (typeof stt_model === 'number') {
    const listener = await requireModel(ctx, stt_model, 'stt_model')
    if (!listener.is_stt) throw refusal('stt_model', `${listener.name} cannot turn speech into text`)
  }
  if (changes.tts_model !== undefined || changes.voice !== undefined) await checkVoice(ctx, tts_model, voice)
}

async function checkVoice(ctx: Context, tts_model: number | null, voice: string | null): Promise<void> {
  if (tts_model === null) {
    if (voice !== null) throw refusal('voice', 'A voice needs a tts_model that speaks with it')
    return
  }
  const speaker = await requireModel(ctx, tts_model, 'tts_model')
  if (!canSpeak(speaker)) throw refusal('tts_model', `${speaker.name} cannot speak`)
  if (voice === null) throw refusal('voice', 'A tts_model needs a voice to speak with')
  if (!(await voicesOf(ctx, speaker)).includes(voice)) throw refusal('voice', `${speaker.name} has no voice "${voice}"`)
}

async function requireModel(ctx: Context, id: number, field: string): Promise<ModelRow> {
  const model = await findModel(ctx, String(id))
  if (!model) throw refusal(field, 'There is no such model in the catalog')
  return model
}
