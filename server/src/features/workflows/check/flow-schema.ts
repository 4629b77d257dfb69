import { z } from 'zod'
import { Flow, FlowStep } from '#contracts/flows.ts'
import { omit } from '#contracts/omit.ts'
import type { Context } from '#platform/context.ts'

const schemas = new WeakMap<object, Record<string, unknown>>()

/** The JSON Schema of a flow, with every type of step that this server has; worked out once. */
export function flowSchema({ ports }: Context): Record<string, unknown> {
  const known = schemas.get(ports.steps)
  if (known) return known
  const { type: _, ...common } = properties(FlowStep)
  const types = [...ports.steps.values()].map(({ type, schema }) => {
    const own = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return {
      title: type,
      type: 'object',
      properties: { type: { const: type }, ...common, ...own.properties },
      required: ['type', 'name', ...(own.required ?? [])],
    }
  })
  const made = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Flow',
    type: 'object',
    properties: {
      steps: { type: 'object', additionalProperties: { oneOf: types } },
      ...omit(properties(Flow), 'steps'),
    },
    required: ['steps'],
  }
  schemas.set(ports.steps, made)
  return made
}

const properties = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}
