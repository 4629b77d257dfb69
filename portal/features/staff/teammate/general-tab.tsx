import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useAuto, useCatalog } from '../../models/use-catalog.ts'
import { teammateMessages } from './messages.ts'
import type { TabProps } from './use-teammate-form.ts'

const efforts = ['off', 'low', 'medium', 'high'] as const

export function GeneralTab({ teammate, form, readOnly }: TabProps) {
  const words = useMessages(teammateMessages)
  const language = useLanguage()
  const { values, set, errorOf } = form
  const isAssistant = teammate.is_personal_assistant
  return (
    <div className="space-y-5">
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={words.name}
          hint={isAssistant ? words.assistantText : undefined}
          disabled={isAssistant}
          readOnly={readOnly}
          maxLength={200}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
          error={errorOf('name')}
        />
        <TextField
          label={words.role}
          hint={words.roleHint}
          readOnly={readOnly}
          maxLength={200}
          value={values.role}
          onChange={(event) => set({ role: event.target.value })}
          error={errorOf('role')}
        />
      </div>
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        readOnly={readOnly}
        rows={2}
        maxLength={5000}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
        error={errorOf('description')}
      />
      <TextArea
        label={words.instructions}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4">
            {words.instructionsHint}
            <span className="text-faint tabular-nums">
              {words.characters(formatNumber(values.instructions.length, language))}
            </span>
          </span>
        }
        placeholder={words.instructionsPlaceholder}
        readOnly={readOnly}
        rows={14}
        maxLength={100_000}
        spellCheck
        className="[&_textarea]:field-sizing-content [&_textarea]:max-h-[60dvh] [&_textarea]:min-h-72 [&_textarea]:text-read [&_textarea]:leading-6"
        value={values.instructions}
        onChange={(event) => set({ instructions: event.target.value })}
        error={errorOf('instructions')}
      />
      {!isAssistant && <Answers form={form} readOnly={readOnly} />}
    </div>
  )
}

/** What is fixed on a personal assistant. */
function Answers({ form: { values, set }, readOnly }: Pick<TabProps, 'form' | 'readOnly'>) {
  const words = useMessages(teammateMessages)
  const reasons = useReasons(values.model)
  return (
    <Section title={words.answers}>
      <div className="max-w-xl space-y-6">
        <Switch
          label={words.showThinking}
          hint={words.showThinkingHint}
          disabled={readOnly}
          checked={values.show_thinking}
          onChange={(show_thinking) => set({ show_thinking })}
        />
        {reasons && (
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="text-sm font-medium">{words.reasoning}</p>
              <p className="mt-0.5 text-xs text-pretty text-muted">{words.reasoningHint}</p>
            </div>
            <Segmented
              label={words.reasoning}
              disabled={readOnly}
              value={values.reasoning}
              choices={efforts.map((value) => ({ value, label: words.efforts[value] }))}
              onChange={(reasoning) => set({ reasoning })}
            />
          </div>
        )}
      </div>
    </Section>
  )
}

/** Whether the model that answers can reason. */
function useReasons(model: string | null): boolean {
  const { data: models = [] } = useCatalog()
  const auto = useAuto()
  const answering = model === null ? auto : models.find(({ id }) => id === model)
  return answering?.is_reasoning ?? false
}
