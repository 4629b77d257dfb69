import type { Vendor } from '#contracts/parties.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { portableSchema, type SchemaRules } from './schemas/portable-schema.ts'
import { type PropertyNames, propertyNames } from './schemas/property-names.ts'
import type { Schema } from './schemas/schema.ts'

/** The schema of a tool's input as a vendor takes it, with the names of properties there and back. */
export type SchemaForm = PropertyNames & {
  input_schema: Schema
  /** Of the schema as JSON. */
  bytes: number
}

type Rules = SchemaRules & { has_any_names: boolean }

const WIDEST: Rules = { has_references: true, has_any_names: true, has_bounds: true, only_common: false }
const PLAIN_NAMES: Rules = { ...WIDEST, has_any_names: false }
const NARROWEST: Rules = { has_references: false, has_any_names: false, has_bounds: true, only_common: true }

const rulesOf: Record<Vendor, Rules> = {
  vendor_1: WIDEST,
  // Any model may be behind it.
  vendor_2: NARROWEST,
  vendor_3: { ...WIDEST, has_references: false, only_common: true },
  vendor_4: PLAIN_NAMES,
  vendor_5: WIDEST,
  vendor_6: WIDEST,
  // Mostly llama.cpp, which makes one grammar of all tools.
  custom: { ...WIDEST, has_bounds: false },
}

/** By schema, because those of built-in tools are the same in every request. */
const known = new WeakMap<object, Map<Rules, SchemaForm>>()

/** Makes the forms of schemas that have none yet, and lets others have a turn between them. */
export async function prepareForms(provider: Vendor, schemas: readonly object[]): Promise<void> {
  const rules = rulesOf[provider]
  for (const schema of schemas) {
    if (known.get(schema)?.has(rules)) continue
    formBy(rules, schema)
    await yieldToEventLoop()
  }
}

export const schemaForm = (provider: Vendor, schema: object): SchemaForm => formBy(rulesOf[provider], schema)

/** For programs that hand tools on to a model of theirs: as JSON Schema has it, without what any vendor refuses of that. */
export const hostedForm = (schema: object): SchemaForm => formBy(PLAIN_NAMES, schema)

function formBy(rules: Rules, schema: object): SchemaForm {
  const forms = known.get(schema) ?? new Map<Rules, SchemaForm>()
  known.set(schema, forms)
  const form = forms.get(rules) ?? makeForm(rules, schema)
  forms.set(rules, form)
  return form
}

function makeForm(rules: Rules, schema: object): SchemaForm {
  const portable = portableSchema(schema, rules)
  const form = rules.has_any_names
    ? { input_schema: portable, encode: asItIs, decode: asItIs }
    : propertyNames(portable)
  return { ...form, bytes: Buffer.byteLength(JSON.stringify(form.input_schema)) }
}

const asItIs: PropertyNames['encode'] = (input) => input
