import type { Vendor } from '#contracts/parties.ts'
import type { ModelRequest, ModelTool, ToolCall } from '../model-language.ts'
import { schemaForm } from '../schema-form.ts'
import { isSchema, type Schema } from '../schemas/schema.ts'
import { toolNames } from './tool-names.ts'

type Call = Pick<ToolCall, 'name' | 'input'>

/** Converts tools to the form that one vendor accepts, and the model's calls to the form that the tools accept. */
export type ToolForms = {
  declare(tool: ModelTool): { name: string; description: string; input_schema: Schema }
  encodeName(name: string): string
  encodeCall(call: Call): Call
  decodeCall(call: Call): Call
}

export function toolForms(provider: Vendor, request: Pick<ModelRequest, 'tools' | 'messages'>): ToolForms {
  const names = toolNames(provider, request)
  const schemas = new Map(request.tools.map((tool) => [tool.name, tool.input_schema]))
  /** Arguments that a model wrote badly stay as it wrote them. */
  const rename = (way: 'encode' | 'decode', name: string, input: unknown) => {
    const schema = schemas.get(name)
    return schema && isSchema(input) ? schemaForm(provider, schema)[way](input) : input
  }
  return {
    declare: ({ name, description, input_schema }) => ({
      name: names.encode(name),
      description,
      input_schema: schemaForm(provider, input_schema).input_schema,
    }),
    encodeName: names.encode,
    encodeCall: ({ name, input }) => ({ name: names.encode(name), input: rename('encode', name, input) }),
    decodeCall(call) {
      const name = names.decode(call.name)
      return { name, input: rename('decode', name, call.input) }
    },
  }
}
