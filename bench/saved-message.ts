// A synchronous saved message, 50 tokens from a local model that answers at once, against a bare Fastify route that calls
// `streamText` on the same model and inserts two rows. Goal: at least as many replies a second.
import { compare } from './lib/compare.ts'
import { load } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const seconds = Number(process.argv[2] ?? 5)
const message = 'write 50 words'

for (const clients of [16, 64]) {
  // Each load on a database of its own, so that what one leaves to be vacuumed does not slow the other.
  await using stage = await openStage()
  const { url, key, employee_id } = stage.alongside.ready
  const headers = { authorization: `Bearer ${key}` }
  const path = `/api/private/employee/${employee_id}/messages`
  let sent = 0
  const ours = () => {
    const conversation = { id: `c${++sent}` }
    return { path, headers, body: { message, channel: 'api', conversation, contact: { id: `p${sent % 1000}` } } }
  }
  await compare(
    `saved message, ${clients} clients`,
    3,
    () => load(url, ours, { clients, seconds }),
    () => load(stage.bare.ready.url, () => ({ path: '/chat', body: { message } }), { clients, seconds }),
  )
}
