import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Record<string, unknown>

/** What is wrong with the schema of a tool, in the vendor's words; null where it is taken. */
export type SchemaCheck = (schema: unknown) => string | null

const ajv = new Ajv2020({ strict: false, validateFormats: false })

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema and all that it holds, each with its path. */
function* schemasIn(value: unknown, path = '$'): Generator<[Schema, string]> {
  if (!isSchema(value)) return
  yield [value, path]
  for (const key of ['properties', 'patternProperties', '$defs', 'definitions']) {
    const named = value[key]
    if (isSchema(named))
      for (const [name, each] of Object.entries(named)) yield* schemasIn(each, `${path}.${key}.${name}`)
  }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const several = value[key]
    if (Array.isArray(several))
      for (const [at, each] of several.entries()) yield* schemasIn(each, `${path}.${key}[${at}]`)
  }
  for (const key of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'])
    yield* schemasIn(value[key], `${path}.${key}`)
}

const isOfType = (schema: Schema, type: string): boolean => [schema.type].flat().includes(type)

const LOOKAROUND = /\(\?<?[=!]/

/** Anthropic's Messages API: JSON Schema 2020-12, nothing combined at the top and names of a fixed alphabet there. */
export const anthropicSchemaCheck: SchemaCheck = (schema) => {
  if (!isSchema(schema) || schema.type !== 'object') return 'input_schema.type: Field required'
  if (!ajv.validateSchema(schema))
    return 'input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12'
  if (schema.oneOf ?? schema.allOf ?? schema.anyOf)
    return 'input_schema does not support oneOf, allOf, or anyOf at the top level'
  const names = isSchema(schema.properties) ? Object.keys(schema.properties) : []
  if (names.some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)))
    return "input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
  return null
}

/** OpenAI's APIs, for tools that are not strict. */
export const openaiSchemaCheck: SchemaCheck = (schema) => {
  const combined = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not']
  if (!isSchema(schema) || schema.type !== 'object' || combined.some((key) => key in schema))
    return "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level."
  if (!isSchema(schema.properties)) return 'In context=(), object schema missing properties.'
  if (!ajv.validateSchema(schema)) return `Invalid schema: ${ajv.errorsText(ajv.errors)}`
  for (const [each, path] of schemasIn(schema)) {
    if (isOfType(each, 'array') && each.items === undefined) return `In context=(${path}), array schema missing items.`
    if (typeof each.pattern === 'string' && LOOKAROUND.test(each.pattern))
      return `Invalid JSON schema: regex lookaround is not supported. Found at ${path}.pattern.`
  }
  return null
}

/** Gemini's `parametersJsonSchema`: a subset of JSON Schema, without references here. */
export const geminiSchemaCheck: SchemaCheck = (schema) => {
  if (!isSchema(schema) || schema.type !== 'object') return 'parameters schema should be of type OBJECT.'
  if (!ajv.validateSchema(schema)) return 'Request contains an invalid argument.'
  for (const [each, path] of schemasIn(schema)) {
    if (isOfType(each, 'array') && !isSchema(each.items)) return `${path}.items: missing field.`
    if (isSchema(each.items) && Array.isArray(each.items.type))
      return `${path}.items: field predicate failed: == Type.ARRAY`
    if (isOfType(each, 'array') && each.enum !== undefined) return `${path}.enum: only allowed for STRING type`
    if (typeof each.$ref === 'string') return `reference to undefined schema at ${path}`
    const { properties, required } = each
    if (isSchema(properties) && Object.values(properties).some((property) => !isSchema(property)))
      return 'Request contains an invalid argument.'
    if (Array.isArray(required) && required.some((name) => !isSchema(properties) || !(String(name) in properties)))
      return `${path}.required: property is not defined`
    if (!isOfType(each, 'object') && properties !== undefined) return `${path}.properties: only allowed for OBJECT type`
  }
  return null
}

/** A server of llama.cpp, which compiles the schemas of all tools into one grammar. */
export const llamaSchemaCheck: SchemaCheck = (schema) => {
  for (const [each] of schemasIn(schema)) {
    const isCostly = ['maxLength', 'minLength', 'maxItems', 'minItems'].some((key) => Number(each[key]) >= 2000)
    const { pattern } = each
    if (isCostly || (typeof pattern === 'string' && !/^\^[\w [\]-]*\$$/.test(pattern)))
      return 'Failed to initialize samplers: failed to parse grammar'
  }
  return null
}

/** Any model may be behind OpenRouter. */
export const everySchemaCheck: SchemaCheck = (schema) =>
  anthropicSchemaCheck(schema) ?? openaiSchemaCheck(schema) ?? geminiSchemaCheck(schema)
