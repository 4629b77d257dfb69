import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { parseJson } from '#platform/parse-json.ts'
import type { ToolCall } from '../model-language.ts'
import type { ToolForms } from './tool-forms.ts'

/** The tool calls of one answer, held until it is whole, so that half an answer can never make a tool act. */
export function gatherToolCalls(forms: ToolForms) {
  const calls: ToolCall[] = []
  const written = new Map<string, string>()

  /** Begun and not yet whole, by the name of their tool. */
  const open = new Map<string, string>()
  const unwritten = new Set<ToolCall>()

  const finish = (id: string, tool: string, input: string) => {
    open.delete(id)
    // One provider package puts {} in place of arguments that are no JSON, and a tool must not run on those.
    const json = input === '{}' ? (written.get(id) ?? input) : input
    const call = { id, ...forms.decodeCall({ name: tool, input: inputOf(json) }) }
    if (json.trim() === '' || (json === '{}' && !written.has(id))) unwritten.add(call)
    calls.push(call)
  }

  return {
    calls,

    /** What a vendor executes itself is no call of ours. */
    add(part: LanguageModelV4StreamPart): void {
      if (part.type === 'tool-input-start' && !part.providerExecuted) open.set(part.id, part.toolName)
      else if (part.type === 'tool-input-delta') written.set(part.id, (written.get(part.id) ?? '') + part.delta)
      else if (part.type === 'tool-call') {
        if (part.providerExecuted) open.delete(part.toolCallId)
        else finish(part.toolCallId, part.toolName, part.input)
      }
    },

    /** A call without its own end counts if the answer is complete. One that was cut before its arguments has none that fit. */
    end({ wasCut }: { wasCut: boolean }): void {
      for (const [id, tool] of open) finish(id, tool, written.get(id) ?? '')
      if (wasCut) for (const call of unwritten) call.input = ''
    },
  }
}

/** Arguments that are no JSON are handed on as written, so that the engine can tell the model so. `null` says that there are none. */
export function inputOf(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    return parseJson(json) ?? {}
  } catch {
    return json
  }
}
