import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { decodeAnswer } from '#platform/outbound/decode-answer.ts'
import { parseAnswer } from '#platform/outbound/parse-answer.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { whyUnanswered } from '#platform/outbound/why-unanswered.ts'
import { defineTool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { textsIn } from '../../variables/fill-variables.ts'
import { type Mask, maskSecrets } from '../../variables/mask-secrets.ts'
import { readAllValues, variablesIn } from '../../variables/read-values.ts'
import { storableValue } from '../agent/storable-value.ts'
import { fillerOf, type Sources } from '../fill-placeholders.ts'
import { fillRequest, type Request } from './fill-request.ts'

const MAX_BYTES = 1024 * 1024
const NO_SOURCES = { input: undefined, state: {}, output: {} }

export const isHttpAddress = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

const Input = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  url: z.string().refine((url) => isHttpAddress(url) || variablesIn([url]).length > 0, 'Invalid URL'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
})
type Input = z.infer<typeof Input>

/**
 * Variables are filled in here and nowhere before, so that what is shown, logged and sent to the model is the text with
 * `{{NAME}}`; and of a secret that comes back, in whatever part of an answer or an error, they get the mask.
 */
export const httpRequest = defineTool('http_request', {
  description:
    'Makes an HTTP request to a public address and returns status, headers and body. ' +
    'Variables written as {{NAME}} in url, headers or body are filled in when the request is made.',
  input: Input,
  call: ({ ctx, signal }: ToolScope, input: Input) => sendRequest({ ctx, signal }, input),
})

type Reading = Pick<ToolScope, 'ctx' | 'signal'>
/** What a request of a flow may name besides variables. */
type FlowSources = Omit<Sources, 'variables'>

/** The request as it is sent, or as it may be shown: then without the organization's variables. */
export const filledRequest = (request: Request, sources: Sources): Request => fillRequest(request, fillerOf(sources))

/** Sends it; variables, secret ones too, are filled in here and nowhere before. `headers` yield to those of the request. */
export async function sendRequest(
  { ctx, signal }: Reading,
  request: Request,
  { sources = NO_SOURCES, headers = {} }: { sources?: FlowSources; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Record<string, string>; body: unknown }> {
  const texts = [request.url, ...Object.values(request.headers), ...textsIn(request.body)]
  const { values, secrets } = await readAllValues(ctx, texts)
  const filled = filledRequest(request, { ...sources, variables: values })
  if (!isHttpAddress(filled.url)) {
    throw new AppError('bad_request', 'With its variables filled in, the url is not an http or https address')
  }
  const mask = maskSecrets(secrets)
  // A redirect would send secrets to another address: the model sees it, and may request that address.
  const redirect = secrets.length > 0 ? 'manual' : 'follow'
  try {
    const response = await send(ctx.ports.outbound.fetch, filled, { signal, redirect, added: headers })
    const text = await mask(await decodeAnswer(response, await readLimited(response, MAX_BYTES)))
    const answered = Object.fromEntries(response.headers)
    return await mask({ status: response.status, headers: answered, body: storableValue(parseAnswer(response, text)) })
  } catch (error) {
    const reason = whyUnanswered(error)
    const shown = reason === null ? error : new Error(reason, { cause: error })
    throw secrets.length > 0 ? await masked(shown, mask) : shown
  }
}

function send(
  fetch: ToolScope['ctx']['ports']['outbound']['fetch'],
  { method, url, headers, body }: Request,
  { added, ...how }: Pick<RequestInit, 'signal' | 'redirect'> & { added: Record<string, string> },
): Promise<Response> {
  const isJson = body !== undefined && typeof body !== 'string'
  const all = new Headers({ ...(isJson && { 'content-type': 'application/json' }), ...added })
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return fetch(url, {
    method,
    headers: all,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    ...how,
  })
}

/** Only what it says: its cause and its other fields may repeat what was sent, and an error is logged with them. */
async function masked(error: unknown, mask: Mask): Promise<Error> {
  if (error instanceof AppError) return new AppError(error.kind, await mask(error.message))
  return new Error(await mask(error instanceof Error ? error.message : 'The request failed'))
}
