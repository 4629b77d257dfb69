import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { Flow } from '#contracts/flows.ts'
import * as triggerPaths from '#contracts/paths/triggers.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { TextArea } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { isRecord } from '../editor/draft.ts'
import { beginningOf, declaredForm } from '../editor/inputs.ts'
import type { WorkflowDraft } from '../editor/use-workflow-draft.ts'
import { stepMessages } from '../step/messages.ts'
import { namesIn } from '../step/placeholders.ts'
import { RowsField } from '../step/rows-field.tsx'
import { SchemaForm } from '../step/schema-form.tsx'
import { runMessages } from './messages.ts'

const SHAPES = ['fields', 'json'] as const

type Run = { input: Record<string, unknown>; is_test: boolean }
type RunDialogProps = {
  draft: WorkflowDraft
  /** The input of the previous run. */
  lastInput: unknown
  onStart: (run_id: string) => void
  onClose: () => void
}

/** Starts a test run of the edited flow, saved or not. */
export function RunDialog({ draft, lastInput, onStart, onClose }: RunDialogProps) {
  const words = useMessages(runMessages)
  const steps = useMessages(stepMessages)
  const { organization } = useSession()
  const { flow, starting_step_id } = draft.values
  const form = declaredForm(flow)
  const beginning = form && beginningOf(flow)
  const [text, setText] = useState(() =>
    JSON.stringify(isRecord(lastInput) ? lastInput : (beginning ?? exampleFor(flow)), null, 2),
  )
  const [isTest, setTest] = useState(true)
  const [shape, setShape] = useState<(typeof SHAPES)[number]>('fields')
  const input = useMemo(() => readInput(text), [text])
  const run = useMutation({
    mutationFn: ({ input, is_test }: Run) =>
      call(
        triggerPaths.runWorkflow,
        {
          params: { organization_id: organization.id, workflow_id: draft.base.id },
          body: {
            input,
            is_test,
            ...(!draft.isFlowSaved && flow && starting_step_id && { flow, starting_step_id }),
          },
        },
        { creates: true },
      ),
    onSuccess: ({ run_id }) => onStart(run_id),
  })
  const submit = () => input && run.mutate({ input, is_test: isTest })
  return (
    <FormDialog
      title={words.title}
      text={draft.isFlowSaved ? words.text : words.unsavedText}
      size="medium"
      action={words.run}
      isReady={input !== null}
      busy={run.isPending}
      problem={run.error && sentenceOf(run.error, words.failed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{words.input}</legend>
        <Segmented
          label={steps.shapeOf(words.input)}
          value={shape}
          choices={SHAPES.map((value) => ({ value, label: steps.shapes[value] }))}
          onChange={setShape}
        />
        <p className="mt-1.5 mb-2 text-xs text-pretty text-muted">{words.inputHint}</p>
        {shape === 'fields' && input && form ? (
          <SchemaForm
            isData
            properties={form}
            value={input}
            errors={fieldErrors(run.error)}
            onChange={(next) => setText(JSON.stringify(next, null, 2))}
          />
        ) : shape === 'fields' && input ? (
          <RowsField isData value={input} onChange={(next) => setText(JSON.stringify(next, null, 2))} />
        ) : (
          <TextArea
            label={words.input}
            isLabelHidden
            error={input ? undefined : words.inputWrong}
            rows={6}
            spellCheck={false}
            autoCapitalize="none"
            className="[&_textarea]:font-mono [&_textarea]:text-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </fieldset>
      <Switch label={words.isTest} hint={words.isTestHint} checked={isTest} onChange={setTest} />
    </FormDialog>
  )
}

/** Validation errors by field. */
function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    error.issues.flatMap(({ path, message }) => {
      const [, field] = /^input\.([^.]+)/.exec(path) ?? []
      return field ? [[field, message]] : []
    }),
  )
}

/** What the texts of the flow read of its input, to be filled in. Items are a loop's own. */
function exampleFor(flow: Flow | null): Record<string, unknown> {
  const names = flow ? namesIn(flow, 'input').map((name) => name.split('.')[1] ?? '') : []
  const wanted = names.filter((name) => !['item', 'index', '__proto__', ''].includes(name))
  return Object.fromEntries(wanted.map((name) => [name, '']))
}

function readInput(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? read : null
  } catch {
    return null
  }
}
