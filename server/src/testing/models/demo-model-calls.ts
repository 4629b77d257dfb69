import { DEMO_MODEL, type DemoModel } from '#features/models/demo-model/demo-model.ts'
import type { ModelMessage, ModelRequest, ModelTool, ToolCall } from '#features/models/model-language.ts'
import { streamModel } from '#features/models/stream-model.ts'
import { collect, never, question } from './model-calls.ts'

/** A tool as a model is offered it. */
export function toolNamed(name: string, fields: string[] = [], description = ''): ModelTool {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]))
  return { name, description, input_schema: { type: 'object', properties } }
}

/** One question, or a conversation so far, put to the demo model. */
export function askDemo(demo: DemoModel, messages: ModelMessage[] | string, more: Partial<ModelRequest> = {}) {
  const connection = { provider: 'custom' as const, api_key: null, base_url: demo.base_url, fetch }
  const turns = typeof messages === 'string' ? [{ role: 'user' as const, content: messages }] : messages
  return collect(streamModel(connection, question(DEMO_MODEL, { messages: turns, ...more }), never))
}

/** The turn in which these calls were made and came to this. */
export const answered = (tool_calls: ToolCall[], output: unknown): ModelMessage[] => [
  { role: 'assistant', content: '', tool_calls },
  { role: 'tool', results: tool_calls.map(({ id, name }) => ({ call_id: id, name, output })) },
]
