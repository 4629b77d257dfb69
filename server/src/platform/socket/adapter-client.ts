import type { RedisClientType } from 'redis'
import type { Logger } from '../log.ts'

/**
 * A client for `@socket.io/redis-streams-adapter`. The adapter waits for no subscription and handles none that fails (0.3.1):
 * one that was still pending when it disconnected ended the process with an unhandled rejection.
 */
export function adapterClient(redis: RedisClientType, log: Logger): RedisClientType {
  return new Proxy(redis, {
    get(target, name) {
      if (name === 'duplicate') return () => awaitSubscriptions(target.duplicate(), log)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function awaitSubscriptions(client: RedisClientType, log: Logger): RedisClientType {
  const pending: Promise<void>[] = []
  const subscribe: RedisClientType['subscribe'] = client.subscribe.bind(client)
  const disconnect = client.disconnect.bind(client)
  return Object.assign(client, {
    subscribe(...subscription: Parameters<typeof subscribe>): void {
      const subscribed = subscribe(...subscription)
      pending.push(subscribed.catch((error: unknown) => log.error({ err: error }, 'a subscription of sockets failed')))
    },
    disconnect: () => Promise.all(pending).then(disconnect),
  })
}
