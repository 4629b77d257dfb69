import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ToolCall } from '../model-language.ts'
import type { ToolNames } from './tool-names.ts'

/** The tool calls of one answer, held until it is whole, so that half an answer can never make a tool act. */
export function gatherToolCalls(names: ToolNames) {
  const calls: ToolCall[] = []
  const written = new Map<string, string>()

  return {
    calls,

    add(part: LanguageModelV4StreamPart): void {
      if (part.type === 'tool-input-delta') written.set(part.id, (written.get(part.id) ?? '') + part.delta)
      if (part.type !== 'tool-call') return
      // One provider package puts {} in place of arguments that are no JSON, and a tool must not run on those.
      const input = part.input === '{}' ? (written.get(part.toolCallId) ?? part.input) : part.input
      calls.push({ id: part.toolCallId, name: names.decode(part.toolName), input: inputOf(input) })
    },
  }
}

/** Arguments that are no JSON are handed on as written, so that the engine can tell the model so. */
function inputOf(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
