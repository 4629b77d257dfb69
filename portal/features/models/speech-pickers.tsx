import type { CatalogModel } from '#contracts/models.ts'
import { canTalk } from '#contracts/realtime-vendors.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Picker } from '../../ui/picker.tsx'
import { modelMessages } from './messages.ts'
import { ModelNote } from './model-note.tsx'
import { canBeChosen, canListen, canSpeak, genderLabel } from './model-rules.ts'
import { useCatalog, useVoices } from './use-catalog.ts'
import { vendorLabel } from './vendor-label.ts'
import { VoiceList } from './voice-list.tsx'

const NONE = 'none'
type Speech = { tts_model: string | null; stt_model: string | null; voice: string | null }
type SpeechPickersProps = {
  value: Speech
  onChange: (changes: Partial<Speech>) => void
  errors: { [field in keyof Speech]?: string | undefined }
  disabled?: boolean
}

export function SpeechPickers({ value, onChange, errors, disabled }: SpeechPickersProps) {
  const words = useMessages(modelMessages)
  const { data: models = [] } = useCatalog()
  const speaker = models.find(({ id }) => id === value.tts_model)
  const voices = useVoicesOf(speaker)
  const listensItself = speaker !== undefined && canTalk(speaker)
  const isListenerMissing = value.tts_model !== null && value.stt_model === null
  const listensHint = isListenerMissing ? words.listensNeeded : words.listensHint
  const optionsOf = (suits: (model: CatalogModel) => boolean) => [
    { value: NONE, label: words.none },
    ...models.filter(suits).map((model) => ({
      value: model.id,
      label: model.name,
      keywords: model.model,
      group: vendorLabel(model.provider),
      note: <ModelNote model={model} />,
      disabled: !canBeChosen(model),
    })),
  ]
  const find = { find: words.find, none: words.noneFound }
  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <Picker
        label={words.speaks}
        hint={words.speaksHint}
        error={errors.tts_model}
        disabled={disabled}
        words={find}
        value={value.tts_model ?? NONE}
        options={optionsOf(canSpeak)}
        // A voice belongs to its speaker.
        onChange={(next) => onChange({ tts_model: next === NONE ? null : next, voice: null })}
      />
      <Picker
        label={words.voice}
        hint={value.tts_model ? undefined : words.voiceHint}
        error={errors.voice}
        disabled={disabled || !value.tts_model}
        words={{ find: words.findVoice, none: words.noVoice }}
        value={value.voice ?? ''}
        options={[
          ...(value.voice ? [] : [{ value: '', label: value.tts_model ? words.chooseVoice : words.none }]),
          ...voices,
        ]}
        onChange={(voice) => onChange({ voice: voice || null })}
      />
      <Picker
        label={words.listens}
        hint={listensItself ? words.listensItself : listensHint}
        error={errors.stt_model}
        disabled={disabled}
        words={find}
        value={value.stt_model ?? NONE}
        options={optionsOf(canListen)}
        onChange={(next) => onChange({ stt_model: next === NONE ? null : next })}
      />
      {speaker && (speaker.is_tts || listensItself) && voices.length > 0 && (
        <div className="md:col-span-2">
          <p className="mb-1.5 text-sm font-medium">{words.voices}</p>
          <VoiceList
            key={speaker.id}
            tts_model={speaker.id}
            voices={voices}
            chosen={value.voice}
            onChoose={(voice) => onChange({ voice })}
            disabled={disabled}
          />
        </div>
      )}
    </div>
  )
}

/** The voices that the model itself names, and those that are listed for its vendor. */
function useVoicesOf(speaker: CatalogModel | undefined) {
  const words = useMessages(modelMessages)
  const { data: listed = [] } = useVoices(speaker?.provider)
  const genders = new Map(listed.map(({ voice, gender }) => [voice, genderLabel(gender, words.genders)]))
  const names = [...new Set([...(speaker?.voices ?? []), ...genders.keys()])]
  return names.toSorted().map((voice) => ({
    value: voice,
    label: voice,
    gender: genders.get(voice) ?? undefined,
    note: <span className="text-xs text-muted">{genders.get(voice)}</span>,
  }))
}
