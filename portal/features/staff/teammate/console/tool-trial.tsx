import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { Teammate } from '#contracts/teammates.ts'
import type { CallableTool } from '#contracts/tool-console.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { teammateMessages } from '../messages.ts'
import { InputForm } from './input-form.tsx'
import { fieldsOf, inputOf, parsed, type Typed, typedOf } from './input-of.ts'
import { consoleMessages } from './messages.ts'
import { TrialResult } from './trial-result.tsx'
import { useTryTool } from './use-console.ts'

type Shape = 'form' | 'json'

export function ToolTrial({ teammate, tool }: { teammate: Teammate; tool: CallableTool }) {
  const words = useMessages(consoleMessages)
  const known: Record<string, { text: string }> = useMessages(teammateMessages).toolNames
  const { trial, stop, isStopped } = useTryTool(teammate.id)
  const fields = fieldsOf(tool.input_schema)
  const [shape, setShape] = useState<Shape>(fields ? 'form' : 'json')
  const [typed, setTyped] = useState<Typed>({})
  const [json, setJson] = useState('{}')
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  // The field with the error may be far above the button.
  useEffect(() => {
    if (tries > 0 || trial.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries, trial.error])
  const read = shape === 'form' ? inputOf(fields ?? [], typed) : readJson(json)
  const problem = typeof read === 'string' ? words[read] : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (typeof read === 'string' || Object.keys(read.wrong).length > 0 || trial.isPending) return
    trial.mutate({ tool: tool.name, input: read.input })
  }
  const change = (next: Shape) => {
    // What cannot be read would be lost on the way.
    if (typeof read === 'string' || Object.values(read.wrong).some((each) => each !== 'missing')) {
      setTries(tries + 1)
      return
    }
    if (next === 'json') setJson(JSON.stringify(read.input, null, 2))
    else setTyped(typedOf(fields ?? [], read.input))
    setShape(next)
  }
  const wrong = tries > 0 && typeof read !== 'string' ? read.wrong : {}
  const errors = Object.fromEntries(
    (fields ?? []).map(({ name }) => [name, wrong[name] ? words[wrong[name]] : issueIn(trial.error, name)]),
  )
  const isBesideFields = shape === 'form' && Object.values(errors).some(Boolean)
  return (
    <form ref={form} onSubmit={submit} className="space-y-4">
      <p className="max-h-40 overflow-y-auto text-sm text-pretty whitespace-pre-line text-muted">
        {known[tool.name]?.text ?? tool.description}
      </p>
      {tool.needs_approval && <Notice>{words.asksFirst}</Notice>}
      {fields && fields.length > 0 && (
        <Segmented
          label={words.shape}
          value={shape}
          choices={[
            { value: 'form', label: words.form },
            { value: 'json', label: words.json },
          ]}
          onChange={change}
        />
      )}
      {shape === 'json' ? (
        <TextArea
          label={words.input}
          rows={6}
          spellCheck={false}
          className="[&_textarea]:font-mono"
          value={json}
          error={tries > 0 && problem ? problem : undefined}
          onChange={(event) => setJson(event.target.value)}
        />
      ) : fields?.length === 0 ? (
        <p className="text-sm text-muted">{words.noInput}</p>
      ) : (
        <InputForm fields={fields ?? []} typed={typed} errors={errors} onChange={setTyped} />
      )}
      <div className="flex gap-2">
        <Button look="primary" type="submit" busy={trial.isPending}>
          {words.run}
        </Button>
        {trial.isPending && <Button onClick={stop}>{words.stop}</Button>}
      </div>
      {isStopped && (
        <p role="status" className="text-sm text-muted">
          {words.stopped}
        </p>
      )}
      {trial.error && !isStopped && !isBesideFields && (
        <p role="alert" className="text-sm text-danger">
          {detailsOf(trial.error) ?? sentenceOf(trial.error, words.runFailed)}
        </p>
      )}
      {trial.data && !trial.isPending && <TrialResult tried={trial.data} />}
    </form>
  )
}

function readJson(text: string): ReturnType<typeof inputOf> | 'notJson' | 'notAnObject' {
  const read = parsed(text.trim() || '{}')
  if (!read) return 'notJson'
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'notAnObject'
  return { input: value as Record<string, unknown>, wrong: {} }
}

/** What the server finds wrong with a field of the input, or with something in it. */
function issueIn(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.issues.find(({ path }) => `${path}.`.startsWith(`input.${field}.`))?.message
}

/** Every problem with its place, where the input does not fit. */
function detailsOf(error: Error): string | null {
  if (!(error instanceof ApiError) || error.issues.length === 0) return null
  return error.issues.map(({ path, message }) => `${path.replace(/^input\./, '')}: ${message}`).join('; ')
}
