import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { InputsForm } from './inputs-form.tsx'
import { editorMessages } from './messages.ts'
import type { WorkflowDraft } from './use-workflow-draft.ts'

type GeneralTabProps = { draft: WorkflowDraft; problems: readonly FlowProblem[] }

export function GeneralTab({ draft, problems }: GeneralTabProps) {
  const words = useMessages(editorMessages)
  const { values, change } = draft
  return (
    <>
      <Section title={words.tab.general}>
        <div className="max-w-xl space-y-5">
          <TextField
            label={words.name}
            maxLength={200}
            autoComplete="off"
            value={values.name}
            onChange={(event) => change({ type: 'edit', values: { name: event.target.value }, topic: 'name' })}
            error={values.name.trim() === '' ? words.nameRequired : undefined}
          />
          <TextArea
            label={words.description}
            hint={words.descriptionHint}
            maxLength={5000}
            value={values.description}
            onChange={(event) => change({ type: 'edit', values: { description: event.target.value }, topic: 'about' })}
          />
        </div>
      </Section>
      <Section title={words.inputs.title} text={words.inputs.text}>
        <div className="max-w-xl">
          <InputsForm draft={draft} problems={problems} />
        </div>
      </Section>
    </>
  )
}
