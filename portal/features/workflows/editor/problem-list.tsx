import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { VariableDialog } from '../../settings/variables/variable-dialog.tsx'
import { exitWords } from '../canvas/exits.ts'
import { canvasMessages } from '../canvas/messages.ts'
import { stepMessages } from '../step/messages.ts'
import type { Values } from './draft.ts'
import { editorMessages } from './messages.ts'
import { PROBLEMS } from './use-problems.ts'

type ProblemListProps = {
  problems: FlowProblem[]
  warnings: FlowProblem[]
  values: Values
  brokenText: boolean
  /** False until the first check has ended. */
  isChecked: boolean
  onChoose: (problem: FlowProblem) => void
}

/** Problems by step and field. */
export function ProblemList({ problems, warnings, values, brokenText, isChecked, onChoose }: ProblemListProps) {
  const words = useMessages(editorMessages)
  const found = { values, onChoose }
  if (brokenText)
    return (
      <p role="alert" className="flex gap-2 text-sm text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {words.brokenText}
      </p>
    )
  if (problems.length === 0 && warnings.length === 0)
    return (
      <output className="flex gap-2 text-sm text-muted">
        {isChecked && <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />}
        {isChecked ? words.noProblems : words.checking}
      </output>
    )
  return (
    <div className="space-y-4">
      {problems.length > 0 && <Found {...found} found={problems} label={words.problems(problems.length)} />}
      {warnings.length > 0 && (
        <section className="space-y-2.5">
          {problems.length === 0 && <output className="block text-sm text-muted">{words.onlyWarnings}</output>}
          <Found {...found} found={warnings} label={words.warnings(warnings.length)} isWarning />
        </section>
      )}
    </div>
  )
}

type FoundProps = Pick<ProblemListProps, 'values' | 'onChoose'> & {
  found: FlowProblem[]
  label: string
  isWarning?: boolean
}

/** Creates a missing variable without leaving the editor. */
function CreateVariable({ message }: { message: string }) {
  const words = useMessages(editorMessages)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const name = /^Variable '(.+)' not found in organization variables$/.exec(message)?.[1]
  if (name === undefined) return null
  const close = () => {
    setOpen(false)
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(PROBLEMS) })
  }
  return (
    <>
      <Button size="small" className="mt-1" onClick={() => setOpen(true)}>
        {words.createVariable(name)}
      </Button>
      {isOpen && <VariableDialog variable={null} suggestedName={name} onClose={close} />}
    </>
  )
}

function Found({ found, label, values, isWarning, onChoose }: FoundProps) {
  const fields: Record<string, string> = useMessages(stepMessages).fields
  const canvas = useMessages(canvasMessages)
  return (
    <ul aria-label={label} className="space-y-2.5">
      {found.map((problem) => {
        const { step, field, message } = problem
        const [top = ''] = field?.split('.') ?? []
        const of = step === null ? undefined : values.flow?.steps[step]
        // The message about a missing first step is complete without a field.
        const own = field === 'starting_step_id' ? null : field
        const called = fields[top] ?? (field && of ? exitWords({ field, to: undefined }, of.type, canvas) : own)
        const place = [step && (of?.name || step), called].filter(Boolean).join(' · ')
        return (
          <li key={`${step} ${field} ${message}`} className="text-sm">
            {step !== null ? (
              <button
                type="button"
                onClick={() => onChoose(problem)}
                className="block max-w-full truncate rounded text-left text-xs font-medium text-accent hover:underline"
              >
                {place}
              </button>
            ) : (
              place && <span className="block truncate text-xs font-medium text-muted">{place}</span>
            )}
            <p className={isWarning ? 'text-warning' : 'text-danger'}>{message}</p>
            <CreateVariable message={message} />
          </li>
        )
      })}
    </ul>
  )
}
