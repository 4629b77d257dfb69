import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Body = z.strictObject({
  from: z.string().regex(/^[^<>\r\n]+ <[^<>\s]+@[^<>\s]+>$|^[^<>\s]+@[^<>\s]+$/),
  to: z.array(z.email()).min(1).max(50),
  subject: z
    .string()
    .min(1)
    .regex(/^[^\r\n]+$/),
  html: z.string().min(1),
  text: z.string().min(1),
})
export type ApiMail = z.infer<typeof Body> & { key: string }

/** A number is the status that it answers with, a refusal what it says; `lost` takes the mail and hangs up. */
type Mood = 'accept' | 'hang' | 'lost' | number | keyof typeof refusals

/** In the words of the real one. */
const refusals = {
  recipient: [422, 'validation_error', 'Invalid `to` field. The email address needs to follow the format.'],
  sender: [422, 'validation_error', 'Invalid `from` field. The email address needs to follow the format.'],
  content: [422, 'missing_required_field', 'Missing `html` or `text` field.'],
  domain: [403, 'validation_error', 'The example.com domain is not verified. Please, add and verify your domain.'],
} as const

const isRefusal = (mood: Mood): mood is keyof typeof refusals => Object.hasOwn(refusals, mood)

/** Resend's API as far as it is used, refusing what the real one refuses. */
export async function startMailApiDouble() {
  const token = 're_a_token'
  const taken = new Map<string, ApiMail>()
  const attempts: string[] = []
  const next: Mood[] = []

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const refuse = (statusCode: number, name: string, message = name) =>
      response
        .writeHead(statusCode, { 'content-type': 'application/json' })
        .end(JSON.stringify({ statusCode, name, message }))
    if (request.method !== 'POST' || request.url !== '/emails') return refuse(404, 'not_found')
    const { authorization, 'user-agent': agent, 'idempotency-key': key } = request.headers
    if (!agent) return refuse(403, 'validation_error', 'A User-Agent is required')
    if (!authorization) return refuse(401, 'missing_api_key')
    if (authorization !== `Bearer ${token}`) return refuse(403, 'invalid_api_key')
    if (typeof key !== 'string' || key.length > 256) return refuse(400, 'invalid_idempotency_key')
    attempts.push(key)
    const mail = Body.safeParse(JSON.parse(body))
    if (!mail.success) return refuse(422, 'validation_error', mail.error.message)
    const mood = next.shift() ?? 'accept'
    if (mood === 'hang') return
    if (typeof mood === 'number') return refuse(mood, mood === 429 ? 'rate_limit_exceeded' : 'scripted')
    if (isRefusal(mood)) {
      const [status, name, message] = refusals[mood]
      return refuse(status, name, message)
    }
    const before = taken.get(key)
    const sent = { ...mail.data, key }
    if (before && JSON.stringify(before) !== JSON.stringify(sent)) return refuse(409, 'invalid_idempotent_request')
    taken.set(key, sent)
    if (mood === 'lost') return response.destroy()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: crypto.randomUUID() }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    env: {
      MAIL_API_TOKEN: token,
      MAIL_API_URL: `http://127.0.0.1:${port}`,
      MAIL_FROM: 'Alongside <invites@alongside.test>',
    },
    /** The key of each request that was let in. */
    attempts,
    /** What was taken, each message once. */
    taken: () => [...taken.values()],
    first(...moods: Mood[]) {
      next.push(...moods)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
