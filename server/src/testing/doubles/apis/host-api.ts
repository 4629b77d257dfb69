/** What doubles share whose answers carry headers and whose addresses are no plain paths, which `serve-api.ts` has not. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'

/** Where a double of an API is hosted: it knows who may come in. */
export type ApiHost = {
  origin: string
  api(prefix: string, listener: RequestListener): void
  /** Null after a refusal. */
  allow(request: IncomingMessage, response: ServerResponse, scope?: string): unknown
}

export type Asked = {
  method: string
  /** Not decoded. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

export type Answer = { status: number; json?: unknown; bytes?: Buffer; headers?: Record<string, string> }

/** What a service refuses, with its body. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(JSON.stringify(answer.json))
    this.answer = answer
  }
}

export const googleRefusal = (status: number, reason: string, message: string) =>
  new Refusal({ status, json: { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } } })

export const graphRefusal = (status: number, code: string, message: string) =>
  new Refusal({ status, json: { error: { code, message, innerError: { 'request-id': 'f00d', date: '2026-11-23' } } } })

/** Parameters and bodies that an API knows, and nothing else. */
export const checksOf = (badRequest: (message: string) => Refusal) => ({
  only({ query }: Asked, ...names: string[]): void {
    const unknown = [...query.keys()].find((name) => !names.includes(name))
    if (unknown) throw badRequest(`Unknown name "${unknown}"`)
  },
  body<T>({ body, headers }: Asked, schema: z.ZodType<T>): T {
    if (!headers['content-type']?.startsWith('application/json')) throw badRequest('Unsupported content with type')
    const read = schema.safeParse(parseJson(body))
    if (!read.success) throw badRequest(`Invalid JSON payload received. ${read.error.message}`)
    return read.data
  },
})

type Hosted = { host: ApiHost; prefixes: readonly string[]; scope: string; answerTo: (asked: Asked) => Answer }

/** Answers below each of the prefixes to clients that bring a key. */
export function hostApi({ host, prefixes, scope, answerTo }: Hosted) {
  const asked: Asked[] = []
  let losing = { count: 0, method: '' }
  let meeting = { wanted: 0, is: (_: Asked) => false, waiting: [] as (() => void)[] }
  let holding = { count: 0, is: (_: Asked) => false, begun: Promise.withResolvers<void>() }

  const isLost = ({ method }: Asked) =>
    losing.count > 0 && (losing.method ? method === losing.method : method !== 'GET')
  function answerOnce(one: Asked): Answer {
    const answer = answerTo(one)
    if (!isLost(one)) return answer
    losing.count--
    return { status: 503, headers: { 'retry-after': '0' } }
  }

  /** Waits for the others of its kind, once. */
  async function met(one: Asked): Promise<void> {
    if (meeting.wanted === 0 || !meeting.is(one)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    meeting.waiting.push(resolve)
    if (meeting.waiting.length === meeting.wanted) {
      meeting.wanted = 0
      for (const go of meeting.waiting) go()
    }
    await promise
  }

  for (const prefix of prefixes)
    host.api(prefix, async (request, response) => {
      const one = await readAsked(request)
      asked.push(one)
      if (!host.allow(request, response, scope)) return
      await met(one)
      if (holding.count === 0 || !holding.is(one)) return answerWith(response, () => answerOnce(one))
      holding.count--
      answerTo(one)
      holding.begun.resolve()
    })

  return {
    /** Everything that was asked, in its order. */
    asked,
    clear() {
      asked.length = 0
      losing = { count: 0, method: '' }
      meeting = { wanted: 0, is: () => false, waiting: [] }
      holding = { count: 0, is: () => false, begun: Promise.withResolvers() }
    },
    /** So many changes are made, and not answered. */
    loseAnswers: (count: number, method = '') => {
      losing = { count, method }
    },
    /** The next requests of a kind are answered once so many of them are there. */
    meet: (wanted: number, is: (asked: Asked) => boolean) => {
      meeting = { wanted, is, waiting: [] }
    },
    /** The next request of a kind is carried out and never answered; resolves once it was. */
    hang: (is: (asked: Asked) => boolean): Promise<void> => {
      holding = { count: 1, is, begun: Promise.withResolvers() }
      return holding.begun.promise
    },
  }
}

export async function readAsked(request: IncomingMessage): Promise<Asked> {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const { method = '', headers } = request
  return { method, path, query: new URLSearchParams(query), headers, body: await buffer(request) }
}

/** Answers with what the work says or refuses; a fault of the double itself is seen as one. */
export function answerWith(response: ServerResponse, work: () => Answer): void {
  let answer: Answer
  try {
    answer = work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    answer = error.answer
  }
  const { status, json, bytes, headers = {} } = answer
  if (json !== undefined)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
  else response.writeHead(status, headers).end(bytes)
}

/** A page by an opaque token that is good for one list alone, and the token of the page behind it. */
export function pageByToken<T>(
  all: readonly T[],
  { of, token, size, isEmpty = false }: { of: string; token: string | null; size: number; isEmpty?: boolean },
): { shown: readonly T[]; next: string | null } | null {
  const begun = token === null ? [of, 0] : parseJson(Buffer.from(token, 'base64url'))
  const [list, at] = Array.isArray(begun) ? begun : []
  if (list !== of || typeof at !== 'number') return null
  const end = isEmpty ? at : at + size
  const next = end < all.length ? Buffer.from(JSON.stringify([of, end])).toString('base64url') : null
  return { shown: all.slice(at, end), next }
}

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
