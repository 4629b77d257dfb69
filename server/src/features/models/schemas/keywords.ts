import { listAt, type Schema } from './schema.ts'

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const MAX_PATTERN_LENGTH = 500
const COUNTS = ['minProperties', 'maxProperties'] as const
const BOUNDS = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const
/** What one vendor's subset of JSON Schema names. */
const COMMON_FORMATS = /^(date-time|date|time|int32|int64|float|double)$/

export type KeywordRules = {
  /** True for the smallest subset of values and formats. */
  only_common: boolean
  /** False where each bound of a length makes the vendor's grammar larger, up to its refusal. */
  has_bounds: boolean
}

/** What a schema says of one value, in the words of JSON Schema 2020-12; all that is no valid keyword is left out. */
export function plainKeywords(schema: Schema, rules: KeywordRules): Schema {
  const kept: Schema = {}
  for (const key of ['title', 'description'] as const) if (typeof schema[key] === 'string') kept[key] = schema[key]
  if (schema.default !== undefined) kept.default = schema.default
  const types = typesOf(schema)
  if (types.length > 0) kept.type = types.length === 1 ? types[0] : types
  const values = valuesOf(schema, rules)
  if (values.length > 0 && !types.includes('array')) kept.enum = values
  if (typeof schema.format === 'string' && (!rules.only_common || COMMON_FORMATS.test(schema.format)))
    kept.format = schema.format
  Object.assign(kept, limitsOf(schema))
  for (const key of COUNTS) if (isCount(schema[key])) kept[key] = schema[key]
  if (!rules.has_bounds) return kept
  for (const key of BOUNDS) if (isCount(schema[key])) kept[key] = schema[key]
  if (typeof schema.pattern === 'string' && isPlainPattern(schema.pattern)) kept.pattern = schema.pattern
  return kept
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

/** The types that a schema names, or those that follow from the rest of it. */
function typesOf(schema: Schema): string[] {
  const named = [...new Set([schema.type].flat())].filter(
    (type): type is string => typeof type === 'string' && TYPES.has(type),
  )
  if (schema.nullable === true && named.length > 0 && !named.includes('null')) return [...named, 'null']
  if (named.length > 0) return named
  if (typeof schema.properties === 'object' && schema.properties !== null) return ['object']
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array']
  const ofValues = new Set(('const' in schema ? [schema.const] : listAt(schema, 'enum')).map(typeOfValue))
  const [only] = ofValues
  return ofValues.size === 1 && only !== undefined ? [only] : []
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** `const` as a list of one: not every vendor knows it. */
function valuesOf(schema: Schema, { only_common }: KeywordRules): unknown[] {
  const values = 'const' in schema ? [schema.const] : listAt(schema, 'enum')
  return only_common ? values.filter((value) => typeof value === 'string' || typeof value === 'number') : values
}

/** Version 4 wrote whether a limit is exclusive; later versions write the exclusive limit. */
function limitsOf(schema: Schema): Schema {
  const limits: Schema = {}
  for (const key of NUMBERS) if (Number.isFinite(schema[key])) limits[key] = schema[key]
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[exclusive] !== true || limits[limit] === undefined) continue
    limits[exclusive] = limits[limit]
    delete limits[limit]
  }
  if (typeof schema.multipleOf === 'number' && schema.multipleOf > 0) limits.multipleOf = schema.multipleOf
  if (typeof schema.uniqueItems === 'boolean') limits.uniqueItems = schema.uniqueItems
  return limits
}

/** An expression without lookaround, references back and classes of Unicode, which engines of some vendors do not have. */
function isPlainPattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH || /\(\?<?[=!]|\\[pPk1-9]/.test(pattern)) return false
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
