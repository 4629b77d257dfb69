/** What a call of the Web API brings, in the forms that Slack accepts. */
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ApiError } from './workspace.ts'

/** Others read a form alone, and miss the arguments of JSON: https://docs.slack.dev/apis/web-api/#post_bodies. */
const ACCEPTS_JSON = ['chat.postMessage', 'files.completeUploadExternal', 'assistant.threads.setStatus', 'auth.test']

export type SlackArguments = Record<string, string>

export async function readArguments(method: string, request: IncomingMessage): Promise<SlackArguments> {
  const bytes = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (bytes.length === 0 && type === '') return {}
  if (type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  }
  if (!type.startsWith('application/json')) throw new ApiError(type ? 'invalid_post_type' : 'missing_post_type')
  if (!ACCEPTS_JSON.includes(method)) return {}
  return flatten(parse(bytes.toString()))
}

function parse(text: string): object {
  const value = parseOr(text, new ApiError('invalid_json'))
  if (typeof value === 'object' && value !== null) return value
  throw new ApiError('invalid_json')
}

/** What a text is as JSON; throws the refusal where it is none. */
export function parseOr(text: string, refusal: ApiError): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal
  }
}

const flatten = (values: object): SlackArguments =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

export function required(values: SlackArguments, name: string): string {
  const value = values[name]
  if (!value)
    throw new ApiError('invalid_arguments', {
      response_metadata: { messages: [`[ERROR] missing required field: ${name}`] },
    })
  return value
}
