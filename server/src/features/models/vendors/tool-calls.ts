import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ToolCall } from '../model-language.ts'
import type { ToolForms } from './tool-forms.ts'

/** The tool calls of one answer, held until it is whole, so that half an answer can never make a tool act. */
export function gatherToolCalls(forms: ToolForms) {
  const calls: ToolCall[] = []
  const written = new Map<string, string>()

  /** Begun and not yet whole, by the name of their tool. */
  const open = new Map<string, string>()

  const finish = (id: string, tool: string, input: string) => {
    open.delete(id)
    // One provider package puts {} in place of arguments that are no JSON, and a tool must not run on those.
    const json = input === '{}' ? (written.get(id) ?? input) : input
    calls.push({ id, ...forms.decodeCall({ name: tool, input: inputOf(json) }) })
  }

  return {
    calls,

    add(part: LanguageModelV4StreamPart): void {
      if (part.type === 'tool-input-start' && !part.providerExecuted) open.set(part.id, part.toolName)
      else if (part.type === 'tool-input-delta') written.set(part.id, (written.get(part.id) ?? '') + part.delta)
      else if (part.type === 'tool-call') finish(part.toolCallId, part.toolName, part.input)
    },

    /** A call without its own end counts if the answer is complete. */
    end(): void {
      for (const [id, tool] of open) finish(id, tool, written.get(id) ?? '')
    },
  }
}

/** Arguments that are no JSON are handed on as written, so that the engine can tell the model so. */
export function inputOf(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
