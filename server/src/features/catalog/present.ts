import type { AiModel, AiVoice, PlatformSettings } from '#contracts/catalog.ts'
import type { ModelRow, PlatformSettingsRow, VoiceRow } from './table.ts'

export function presentModel({ id, created_at: _, ...model }: ModelRow): AiModel {
  return { id: String(id), ...model }
}

export function presentVoice({ id, provider, voice, gender }: VoiceRow): AiVoice {
  return { id: String(id), provider, voice, gender }
}

export function presentSettings(settings: Omit<PlatformSettingsRow, 'id'>): PlatformSettings {
  const wireId = (id: number | null) => (id === null ? null : String(id))
  return {
    fallback_model_1: wireId(settings.fallback_model_1),
    fallback_model_2: wireId(settings.fallback_model_2),
  }
}
