import { z } from 'zod'
import type { Flow, FlowInput } from '#contracts/flows.ts'
import type { FlowProblem } from '#contracts/workflows.ts'

type Given = Record<string, unknown>

/** Vendors refuse whole requests for a field whose name has other characters; the others are what every object has. */
export const isInputName = (name: string): boolean =>
  /^[\w-]{1,64}$/.test(name) && !['__proto__', 'constructor', 'prototype'].includes(name)

const WORDS: Record<FlowInput['type'], string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** Without anything that a vendor may refuse in a schema. */
function schemaOf(type: FlowInput['type']): z.ZodType {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined ? 'This is required' : `This must be ${WORDS[type]}`
  if (type === 'string') return z.string({ error })
  if (type === 'boolean') return z.boolean({ error })
  if (type === 'number') return z.number({ error })
  if (type === 'integer') return z.int({ error })
  return type === 'object' ? z.looseObject({}, { error }) : z.array(z.unknown(), { error })
}

function fieldOf({ type, required, description, default: preset }: FlowInput): z.ZodType {
  const value = schemaOf(type)
  const field = preset !== undefined ? value.default(preset) : required ? value : value.optional()
  return description ? field.describe(description) : field
}

/** What a flow asks for; `named` are fields that it reads besides. Others are taken too. */
export function inputSchema({ inputs = [] }: Flow, named: readonly string[] = []): z.ZodType {
  const others = named.map((name): [string, z.ZodType] => [name, z.unknown().optional()])
  const declared = inputs.map((input): [string, z.ZodType] => [input.name, fieldOf(input)])
  return z.looseObject(Object.fromEntries([...others, ...declared]))
}

/** What of an input is not what the flow asks for. */
export function inputProblems(flow: Flow, given: Given): { path: string; message: string }[] {
  if (!flow.inputs?.length) return []
  const read = inputSchema(flow).safeParse(given)
  if (read.success) return []
  return read.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }))
}

/** With the defaults of what is not given. */
export function withDefaults(flow: Flow, given: Given): Given {
  const missing = (flow.inputs ?? []).filter(
    ({ name, default: preset }) => preset !== undefined && !Object.hasOwn(given, name),
  )
  if (missing.length === 0) return given
  return { ...Object.fromEntries(missing.map(({ name, default: preset }) => [name, preset])), ...given }
}

/** What is wrong with what a flow declares. */
export function declarationProblems({ inputs = [] }: Flow): FlowProblem[] {
  return inputs.flatMap(({ name, type, default: preset }, index) => {
    const at = (field: string, message: string): FlowProblem => ({
      step: null,
      field: `inputs.${index}.${field}`,
      message,
    })
    const problems: FlowProblem[] = []
    if (name === '') problems.push(at('name', 'This is required'))
    else if (!isInputName(name)) problems.push(at('name', 'The name of an input has letters, digits, _ and - only'))
    else if (inputs.findIndex((input) => input.name === name) !== index) {
      problems.push(at('name', `There are two inputs ${name}`))
    }
    if (preset !== undefined && !schemaOf(type).safeParse(preset).success) {
      problems.push(at('default', `This must be ${WORDS[type]}`))
    }
    return problems
  })
}
