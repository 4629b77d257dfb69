/** What a call brings, in any of the forms that the Bot API takes. */
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { badRequest } from './bots.ts'

export type Arguments = {
  names: string[]
  text(name: string): string | null
  integer(name: string): number | null
  flag(name: string): boolean
  object(name: string): Record<string, unknown> | null
  list(name: string): string[] | null
  file(name: string): File | null
}

export async function readArguments(request: IncomingMessage): Promise<Arguments> {
  const bytes = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    return argumentsOf(Object.fromEntries(form))
  }
  if (bytes.length === 0) return argumentsOf({})
  // The real server ignores what it cannot read, and then misses it; that helps nobody here.
  if (!type.startsWith('application/json')) throw badRequest(`unsupported content type ${type}`)
  return argumentsOf(parseObject(bytes.toString()))
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest("can't parse JSON object")
  }
  if (!isObject(value)) throw badRequest('object expected')
  return value
}

function argumentsOf(values: Record<string, unknown>): Arguments {
  const parsed = (name: string): unknown => {
    const value = values[name]
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      throw badRequest(`can't parse ${name} JSON object`)
    }
  }
  const integer = (name: string): number | null => {
    const value = values[name]
    if (value === undefined) return null
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw badRequest(`invalid ${name} specified`)
    return number
  }
  return {
    names: Object.keys(values),
    integer,
    text: (name) => {
      const value = values[name]
      if (value === undefined) return null
      if (typeof value !== 'string' && typeof value !== 'number')
        throw badRequest(`field "${name}" must be of type String`)
      const text = String(value)
      if (!text.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
      return text
    },
    flag: (name) => [true, 'true', 'True', 1, '1'].some((one) => one === values[name]),
    object: (name) => {
      const value = parsed(name)
      if (value === undefined) return null
      if (!isObject(value)) throw badRequest(`object expected as ${name}`)
      return value
    },
    list: (name) => {
      const value = parsed(name)
      if (value === undefined) return null
      if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
        throw badRequest(`expected an Array of String as ${name}`)
      return value
    },
    file: (name) => {
      const value = values[name]
      return value instanceof File ? value : null
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof File)
