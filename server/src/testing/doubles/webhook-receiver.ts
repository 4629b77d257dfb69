import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { WebhookBody } from '#contracts/webhooks.ts'
import { listenOnLoopback } from '../servers/listen-on-loopback.ts'

export type Received = {
  path: string
  id: string
  at: Date
  signatures: string[]
  text: string
  body: WebhookBody
}

/** A receiver of webhooks: it knows the secrets of its paths, and takes nothing that is not signed with one of them. */
export async function startWebhookReceiver() {
  const secrets = new Map<string, string>()
  const answers = new Map<string, (response: ServerResponse) => void>()
  const received: Received[] = []
  const refused: string[] = []

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const sent = await text(request)
    const id = String(request.headers['webhook-id'])
    const at = new Date(Number(request.headers['webhook-timestamp']) * 1000)
    const signatures = String(request.headers['webhook-signature']).split(' ')
    const secret = secrets.get(path)
    // The package judges the time by the real clock, which tests do not live by.
    const isSigned = secret === undefined || signatures.includes(new Webhook(secret).sign(id, at, sent))
    const body = WebhookBody.safeParse(JSON.parse(sent))
    if (!isSigned || !body.success) {
      refused.push(body.success ? 'not signed' : body.error.message)
      response.writeHead(401).end()
      return
    }
    received.push({ path, id, at, signatures, text: sent, body: body.data })
    const answer = answers.get(path)
    if (answer) answer(response)
    else response.writeHead(204).end()
  })
  const url = await listenOnLoopback(server)

  return {
    url,
    received,
    /** What was no webhook as it should be. */
    refused,
    at: (path: string) => received.filter((one) => one.path === path),
    /** From now on this path believes this secret alone. */
    believe: (path: string, secret: string) => secrets.set(path, secret),
    answer: (path: string, answer: (response: ServerResponse) => void) => answers.set(path, answer),
    status: (path: string, status: number, body = '', headers: Record<string, string> = {}) =>
      answers.set(path, (response) => response.writeHead(status, headers).end(body)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
