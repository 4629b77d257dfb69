import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'

/** A chat-completions model whose tokens are the time at which they were sent, so that a receiver of one knows how long it took. */
const { values } = parseArgs({
  options: { tokens: { type: 'string', default: '200' }, every: { type: 'string', default: '0' } },
})
const [tokens, every] = [Number(values.tokens), Number(values.every)]

const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'demo', ...fields })}\n\n`
const delta = (content: string) =>
  chunk({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })
const end =
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
  chunk({ choices: [], usage: { prompt_tokens: 10, completion_tokens: tokens, total_tokens: tokens + 10 } }) +
  'data: [DONE]\n\n'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let sent = 0
    const send = () => {
      response.write(delta(` ${Date.now()}`))
      sent += 1
      if (sent < tokens) return every > 0 ? setTimeout(send, every) : setImmediate(send)
      response.end(end)
    }
    send()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`)
})
process.on('SIGTERM', () => process.exit(0))
