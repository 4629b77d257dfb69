import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as variablePaths from './paths/variables.ts'
import { isReserved, MAX_NAME_LENGTH, VARIABLE_MASK } from './variable-names.ts'

/** NUL characters are not kept, so a name is judged without them. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

const Placeholder = z
  .string()
  .overwrite(withoutNul)
  .trim()
  .min(1, 'Cannot be empty')
  .max(MAX_NAME_LENGTH)
  .refine((name) => !isReserved(name), 'This name is reserved')

/** A client that sends back what it was shown would lose the secret. */
const Value = z
  .string()
  .overwrite(withoutNul)
  .max(65_536)
  .refine((value) => value !== VARIABLE_MASK, 'This is the mask of a secret, not a value')

export const Variable = z.object({
  id: z.number().int(),
  organization_id: z.uuid(),
  placeholder: z.string(),
  /** Of a secret always the same mask. */
  value: z.string(),
  is_secret: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
})
export type Variable = z.infer<typeof Variable>

export const CreateVariable = z.object({ placeholder: Placeholder, value: Value, is_secret: z.boolean() })
export type CreateVariable = z.infer<typeof CreateVariable>

/** Name and kind of a variable never change. */
export const UpdateVariable = z.strictObject({ value: Value })
export type UpdateVariable = z.infer<typeof UpdateVariable>

export const VariableIds = z.object({
  ids: z
    .array(z.number().int().positive())
    .min(1)
    .max(500)
    .transform((ids) => [...new Set(ids)]),
})
const VariablesDone = z.object({ success: z.literal(true), ids: z.array(z.number().int()) })

/** A variable as a file names it: its value is never in one. */
export const NamedVariable = CreateVariable.omit({ value: true })
export type NamedVariable = z.infer<typeof NamedVariable>
/** Of a file: as many as fit into a body that is sent to import it. */
export const NamedVariables = z.array(NamedVariable).max(20_000).default([])

/** Something whose texts name a variable. */
export const VariableUsage = z.object({
  type: z.enum(['ai_employee', 'workflow', 'connector']),
  id: z.string(),
  name: z.string(),
})
export type VariableUsage = z.infer<typeof VariableUsage>

/** An empty filter is no filter. */
const filter = <T extends z.ZodType>(value: T) => z.preprocess((given) => (given === '' ? undefined : given), value)

export const VariableFilter = z.object({
  /** A part of the name, in any case. */
  placeholder: filter(z.string().max(MAX_NAME_LENGTH).optional()),
  is_secret: filter(z.enum(['true', 'false']).optional()),
})
export type VariableFilter = z.infer<typeof VariableFilter>

const OneVariable = z.object({ variable_id: z.string().regex(/^\d{1,15}$/) })
const page = pageQuery({ limit: 50, max: 100 })

export const variableEndpoints = describeEndpoints(variablePaths, {
  listVariables: {
    summary: 'List variables, newest first; values of secrets are masked',
    query: page.extend(VariableFilter.shape),
    answer: pageOf(Variable),
  },
  createVariable: {
    summary: 'Create a variable',
    body: CreateVariable,
    answer: Variable,
    errors: { 409: ['VARIABLE_EXISTS'] },
  },
  listDeletedVariables: {
    summary: 'List deleted variables, the latest deletion first',
    query: page,
    answer: pageOf(Variable),
  },
  deleteVariables: {
    summary: 'Delete several variables; if one cannot be deleted, none is',
    body: VariableIds,
    answer: VariablesDone,
  },
  restoreVariables: {
    summary: 'Restore several deleted variables; if one cannot be restored, none is',
    body: VariableIds,
    answer: VariablesDone,
    errors: { 409: ['VARIABLE_EXISTS'] },
  },
  listVariableUsages: {
    summary: 'List what names a variable, among what the caller sees',
    params: OneVariable,
    answer: VariableUsage.array(),
  },
  updateVariable: {
    summary: 'Change the value of a variable; its name and kind stay',
    params: OneVariable,
    body: UpdateVariable,
    answer: Variable,
  },
  deleteVariable: {
    summary: 'Delete a variable',
    params: OneVariable,
    answer: Done,
  },
})
