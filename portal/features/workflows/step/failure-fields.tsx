import type { FlowStep, Retry } from '#contracts/flows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { TextField } from '../../../ui/field.tsx'
import { Fold } from './fold.tsx'
import { stepMessages } from './messages.ts'
import { numberIn } from './schema-form.tsx'

type FailureFieldsProps = {
  step: FlowStep
  problemOf: (field: string) => string | undefined
  onChange: (field: string, value: unknown) => void
}

/** Retries, the delay between them, and the timeout. The exit for failures is a line. */
export function FailureFields({ step, problemOf, onChange }: FailureFieldsProps) {
  const words = useMessages(stepMessages)
  const { retry, timeout_seconds } = step
  const set = (part: keyof Retry, text: string) => {
    const value = numberIn(text)
    if (part === 'times' && value === undefined) return onChange('retry', undefined)
    const { [part]: _, ...others } = retry ?? { times: 1 }
    onChange('retry', value === undefined ? others : { ...others, [part]: value })
  }
  const number = (part: keyof Retry, fallback: string) => (
    <TextField
      label={words[part === 'times' ? 'times' : part === 'factor' ? 'factor' : 'delay']}
      inputMode="decimal"
      autoComplete="off"
      placeholder={fallback}
      error={problemOf(`retry.${part}`)}
      value={String(retry?.[part] ?? '')}
      onChange={(event) => set(part, event.target.value)}
    />
  )
  return (
    <Fold title={words.failure} isOpen={retry !== undefined || timeout_seconds !== undefined}>
      {number('times', '0')}
      {retry !== undefined && (
        <>
          {number('delay_seconds', '1')}
          {number('factor', '2')}
        </>
      )}
      <TextField
        label={words.timeout}
        inputMode="decimal"
        autoComplete="off"
        error={problemOf('timeout_seconds')}
        value={String(timeout_seconds ?? '')}
        onChange={(event) => onChange('timeout_seconds', numberIn(event.target.value))}
      />
    </Fold>
  )
}
