import { fieldError } from '#platform/http/errors.ts'
import { storableValue } from '../agent/storable-value.ts'

type Asked = { kind: 'text' | 'choice' | 'approval'; choices?: string[] | undefined }

/** A person's answer as the step's output and as `{{resume.x}}`. One that does not fit the question is refused. */
export function readAnswer({ kind, choices = [] }: Asked, given: unknown): { output: unknown; resume: object } {
  const { value, approved, note } = (typeof given === 'object' && given !== null ? given : {}) as Record<
    string,
    unknown
  >
  if (kind === 'approval') {
    if (typeof approved !== 'boolean') throw fieldError('approved', 'The answer must say whether it is approved')
    const output = { approved, note: typeof note === 'string' ? storableValue(note) : null }
    return { output, resume: { value: approved, ...output } }
  }
  if (typeof value !== 'string') throw fieldError('value', 'The answer must be a text')
  if (kind === 'choice' && !choices.includes(value)) {
    throw fieldError('value', `The answer must be one of: ${choices.join(', ')}`)
  }
  const output = storableValue(value)
  return { output, resume: { value: output } }
}
