import { z } from 'zod'

type Schema = { [key: string]: unknown }

const schemaOf = (type: z.ZodType): Schema => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema

/** The fields that a schema names, however deep its wrappers. */
export function fieldsOf(type: z.ZodType | undefined): string[] {
  if (!type) return []
  const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = schemaOf(type) as Record<string, never>
  const parts = [{ properties }, ...(anyOf as Schema[]), ...(oneOf as Schema[]), ...(allOf as Schema[])]
  return [...new Set(parts.flatMap((part) => Object.keys((part.properties as object | undefined) ?? {})))]
}

/** Something that fits the schema as far as its form says, so that junk in one field is met by that field's check. */
export const sampleOf = (type: z.ZodType): Record<string, unknown> => {
  const sample = example(schemaOf(type))
  return typeof sample === 'object' && sample !== null ? (sample as Record<string, unknown>) : {}
}

function example(schema: Schema): unknown {
  const choice = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray)
  if (choice) return example(choice[0] ?? {})
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.type)) return example({ ...schema, type: schema.type[0] })
  switch (schema.type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Record<string, Schema>
      return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, example(inner)]))
    }
    case 'array':
      return []
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      if (schema.format === 'uri') return 'https://example.com/'
      if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z'
      if (schema.format === 'uuid') return '01890000-0000-7000-8000-000000000000'
      return 'sample'
  }
}

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

export const brokenBodies: string[] = [
  '{"name":',
  '{',
  '{"a": 1,}',
  '\u0000',
  'name=1',
  '{"a": NaN}',
  '{"__proto__": {"is_admin": true}}',
  '{"name": "x", "constructor": {"prototype": {"is_admin": true}}}',
]

/** JSON, and nothing that any schema of an object asks for. */
export const strangeBodies: string[] = [
  'null',
  '0',
  '1e999',
  'true',
  '"text"',
  '[]',
  '["x", 1, null]',
  '[{"name": "x"}]',
  nested('[', ']', 20_000),
]

/** An object that names nothing a schema knows, deeper than a recursive reader's stack. */
export const deepBody = nested('{"a":', '}', 20_000)

export const strangeTypes: Record<string, string> = {
  'text/plain': 'name=x',
  'application/xml': '<name>x</name>',
  'multipart/form-data': 'no boundary',
  'multipart/form-data; boundary=x': '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nx\r\n',
  'application/octet-stream': '\u0000\u0001',
  'application/json; charset=utf-7': '+AHs-',
  'application/json, text/plain': '{}',
  json: '{}',
  '/': 'x',
  '*/*': 'x',
}

/** Values that a field may be sent instead of its own. */
export const strangeValues: unknown[] = [
  null,
  true,
  -1,
  0.1 + 0.2,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '999999999999999999',
  '99999999999999999999999999',
  '%00',
  '../../etc/passwd',
  "'; drop table users; --",
  '\u202e\u{1f4a9}',
  'x'.repeat(70_000),
  [],
  ['x', null, 1, {}],
  {},
  { $ne: null },
  { toString: 'x', length: -1, valueOf: 1 },
]

/** Deeper than a recursive reader's stack. */
export const deepValue: unknown = JSON.parse(nested('[', ']', 3000))

export const strangeParams: string[] = [
  '',
  'x',
  '%00',
  '%0d%0aset-cookie:x',
  '%2e%2e%2f',
  '..%5c',
  '%ff',
  '%E0%A4%A',
  '%',
  '-1',
  '0',
  '1e3',
  '1.5',
  '0x10',
  '999999999999999999',
  '9223372036854775808',
  '99999999999999999999999999',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
  'a'.repeat(300),
  'a'.repeat(2000),
  '01890000-0000-7000-8000-000000000000',
]

export const strangeQueries: string[] = [
  '',
  'x',
  '%00',
  'a%00b',
  '%ff',
  '%',
  '-1',
  '0',
  '1.5',
  '1e309',
  'NaN',
  'Infinity',
  '9223372036854775808',
  '99999999999999999999999999',
  '%5Bobject%20Object%5D',
  '%25_%5C',
  'true',
  'null',
  'a'.repeat(5000),
]

export const strangeHeaders: Record<string, string>[] = [
  { 'x-request-id': 'x'.repeat(500) },
  { 'x-request-id': '../../<script>' },
  { cookie: `sessionId=${'x'.repeat(12_000)}` },
  { cookie: 'sessionId=%E0%A4%A; sessionId=2; =; ;;; __proto__=1' },
  { authorization: `Bearer ${'x'.repeat(9000)}` },
  { 'api-key': '\u00ff\u00fe' },
  { origin: 'not an origin' },
  { accept: 'x/;;q=2' },
  { 'x-forwarded-for': 'x, ::1, 999.1.1.1', 'x-forwarded-proto': 'gopher', 'x-forwarded-host': '"' },
  { 'if-none-match': '"', range: 'bytes=9-1', 'accept-encoding': 'x;q=9' },
]
