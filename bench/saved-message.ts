// A synchronous saved message, 50 tokens from a local model that answers at once, against a bare Fastify route that calls
// `streamText` on the same model and inserts two rows. Goals: at least 1.3 times its
// replies a second, at most 1.6 times its processor time a reply.
import { compare } from './lib/compare.ts'
import { load } from './lib/load.ts'
import { withCost } from './lib/processor-cost.ts'
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
  const { database_url, alongside, bare } = stage
  const floor = () => load(bare.ready.url, () => ({ path: '/chat', body: { message } }), { clients, seconds })
  await compare(
    `saved message, ${clients} clients`,
    3,
    () => withCost({ pid: alongside.pid, database_url }, () => load(url, ours, { clients, seconds })),
    () => withCost({ pid: bare.pid, database_url }, floor),
  )
}
