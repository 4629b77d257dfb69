import type { Flow, FlowInput } from '#contracts/flows.ts'

export const schemaOf = ({ type, description }: Pick<FlowInput, 'type' | 'description'>) => ({
  type,
  ...(description !== undefined && { description }),
})

/** The JSON Schema of a flow's inputs; null if it declares none. */
export function declaredForm(flow: Flow | null) {
  if (!flow?.inputs?.length) return null
  return flow.inputs.map((input) => ({
    name: input.name,
    schema: schemaOf(input),
    // What has a default may be left out.
    isRequired: input.required === true && input.default === undefined,
  }))
}

/** Initial values of the form; a switch begins as false, which is an answer. */
export function beginningOf(flow: Flow | null): Record<string, unknown> {
  return Object.fromEntries(
    (flow?.inputs ?? []).flatMap(({ name, type, required, default: preset }) => {
      if (preset !== undefined) return [[name, preset]]
      return type === 'boolean' && required ? [[name, false]] : []
    }),
  )
}
