import { ModelFailure, type ModelPart, type ModelRequest } from '#features/models/model-language.ts'

/** The signal of a caller who never gives up. */
export const never = new AbortController().signal

export function question(model: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model,
    system: 'You are kind.',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [],
    reasoning: null,
    max_output_tokens: null,
    ...more,
  }
}

/** A streamed answer, read to its end and laid out. */
export async function collect(stream: AsyncIterable<ModelPart>) {
  const parts: ModelPart[] = []
  for await (const part of stream) parts.push(part)
  const textOf = (type: 'text' | 'reasoning') => parts.map((part) => (part.type === type ? part.text : '')).join('')
  return {
    parts,
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    tool_calls: parts.filter((part) => part.type === 'tool_call').map(({ id, name, input }) => ({ id, name, input })),
    finish: parts.find((part) => part.type === 'finish'),
  }
}

/** What a model call that has to fail fails with. */
export async function failureIn(run: Promise<unknown>): Promise<ModelFailure> {
  const error = await run.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof ModelFailure)) throw new Error(`Expected a ModelFailure, got ${String(error)}`)
  return error
}
