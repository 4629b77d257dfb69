import { Play, Square } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { modelMessages } from './messages.ts'
import { useVoiceSample } from './use-voice-sample.ts'

type VoiceListProps = {
  tts_model: string
  voices: readonly { value: string; gender: string | undefined }[]
  chosen: string | null
  onChoose: (voice: string) => void
  disabled: boolean | undefined
}

/** The voices of a model, each to be heard before it is chosen. */
export function VoiceList({ tts_model, voices, chosen, onChoose, disabled }: VoiceListProps) {
  const words = useMessages(modelMessages)
  const { sample, play, stop } = useVoiceSample(tts_model)
  return (
    <ul
      aria-label={words.voices}
      className="max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line"
    >
      {voices.map(({ value, gender }) => {
        const own = sample?.voice === value ? sample : null
        return (
          <li key={value} className="flex items-center gap-3 px-3 py-1.5 text-sm">
            <IconButton
              label={own ? words.stopSample(value) : words.playSample(value)}
              onClick={() => (own ? stop() : void play(value))}
            >
              {own && !own.isPlaying ? (
                <Spinner />
              ) : own ? (
                <Square aria-hidden className="fill-current" />
              ) : (
                <Play aria-hidden />
              )}
            </IconButton>
            <span className="min-w-0 grow truncate">{value}</span>
            <span className="text-xs text-muted">{gender}</span>
            <Button
              size="small"
              aria-pressed={value === chosen}
              disabled={disabled || value === chosen}
              onClick={() => onChoose(value)}
            >
              {value === chosen ? words.chosenVoice : words.use} <span className="sr-only">{value}</span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
