import { useMessages } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/section.tsx'
import { ChatModelPicker } from '../../models/chat-model-picker.tsx'
import { modelMessages } from '../../models/messages.ts'
import { SpeechPickers } from '../../models/speech-pickers.tsx'
import { useAutoChoice } from '../../models/use-catalog.ts'
import { teammateMessages } from './messages.ts'
import type { TabProps } from './use-teammate-form.ts'

export function ModelTab({ form: { values, set, errorOf }, readOnly }: TabProps) {
  const words = useMessages(teammateMessages)
  const models = useMessages(modelMessages)
  const auto = useAutoChoice()
  return (
    <>
      <Section title={words.chatModel} text={words.chatModelText}>
        <div className="max-w-xl">
          <ChatModelPicker
            label={models.model}
            hint={values.model === null ? models.autoHint : undefined}
            error={errorOf('model')}
            disabled={readOnly}
            value={values.model}
            auto={auto}
            onChange={(model) => set({ model })}
          />
        </div>
      </Section>
      <Section title={words.voiceTitle} text={words.voiceText}>
        <SpeechPickers
          value={values}
          disabled={readOnly}
          onChange={set}
          errors={{
            tts_model: errorOf('tts_model'),
            stt_model: errorOf('stt_model'),
            voice: errorOf('voice'),
          }}
        />
      </Section>
    </>
  )
}
