import type { Flow, FlowStep } from '#contracts/flows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Picker } from '../../../ui/picker.tsx'
import { exitsOf, exitWords, withExit } from '../canvas/exits.ts'
import { canvasMessages } from '../canvas/messages.ts'
import { Fold } from './fold.tsx'
import { stepMessages } from './messages.ts'

type ExitFieldsProps = {
  id: string
  step: FlowStep
  steps: Flow['steps']
  onChange: (topic: string, change: (step: FlowStep) => FlowStep) => void
}

/** The step's exits as selects, as an alternative to drawing lines. */
export function ExitFields({ id, step, steps, onChange }: ExitFieldsProps) {
  const words = useMessages(stepMessages)
  const canvas = useMessages(canvasMessages)
  const exits = exitsOf(step)
  if (exits.length === 0) return null
  const others = Object.entries(steps).filter(([other]) => other !== id)
  return (
    <Fold title={words.leads}>
      {exits.map((exit) => (
        <Picker
          key={exit.field}
          label={exitWords(exit, step.type, canvas)}
          words={{ find: words.findStep, none: words.noStep }}
          value={exit.to ?? ''}
          options={[
            { value: '', label: words.nowhere },
            ...others.map(([other, { name }]) => ({ value: other, label: name || other, keywords: other })),
          ]}
          onChange={(to) => onChange(exit.field, (step) => withExit(step, exit.field, to || undefined))}
        />
      ))}
    </Fold>
  )
}
