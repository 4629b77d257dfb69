import type { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Server } from 'socket.io'
import { z } from 'zod'
import { newId } from '../id.ts'

type Factory = ReturnType<typeof createAdapter>

/** A namespace that no client can connect to: what is sent there is for the servers of the other nodes. */
const NODES = '/nodes'

const Sent = z.object({ packet: z.object({ data: z.tuple([z.string(), z.unknown(), z.string()]) }) })

/**
 * How a node tells the others something after all that it has pushed to clients before. Namespaces share one stream, in
 * which both are read in their order; the adapter's own events between servers travel another way and may overtake it.
 */
export function betweenNodes(onBroadcast: (name: string, payload: unknown) => void) {
  const own = newId()
  return {
    adapter: (factory: Factory): Factory =>
      // Socket.IO calls it with `new`.
      function adapterOf(nsp) {
        const adapter = factory(nsp)
        if (nsp.name !== NODES) return adapter
        adapter.onRawMessage = ({ data = 'null' }) => {
          const sent = Sent.safeParse(JSON.parse(data))
          if (!sent.success) return
          const [name, payload, from] = sent.data.packet.data
          if (from !== own) onBroadcast(name, payload)
        }
        return adapter
      },
    open(io: Server) {
      const nodes = io.of(NODES).use((_socket, next) => next(new Error('unauthorized')))
      return (name: string, payload: unknown): void => void nodes.emit(name, payload, own)
    },
  }
}
