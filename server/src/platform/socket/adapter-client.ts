import type { RedisClientType } from 'redis'
import type { Logger } from '../log.ts'

/**
 * A client for `@socket.io/redis-streams-adapter`. The adapter waits for no subscription and handles none that fails (0.3.1):
 * one that was still pending when it disconnected ended the process with an unhandled rejection. Nor does it report what
 * Redis refuses to publish, as when its memory is full: pages elsewhere would miss events and no log would say why.
 */
export async function adapterClient(redis: RedisClientType, log: Logger): Promise<RedisClientType> {
  const report = await reportRefusals(log)
  return new Proxy(redis, {
    get(target, name) {
      if (name === 'duplicate') return () => awaitSubscriptions(target.duplicate(), log)
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const method: (...values: unknown[]) => unknown = value.bind(target)
      return name === 'xAdd' || name === 'publish' ? (...values: unknown[]) => report(method(...values)) : method
    },
  })
}

/** Reports the first of several refusals; a lost connection is reported where it is noticed. */
async function reportRefusals(log: Logger): Promise<(sending: unknown) => unknown> {
  const { ErrorReply } = await import('redis')
  let isRefusing = false
  return (sending) => {
    Promise.resolve(sending).then(
      () => {
        isRefusing = false
      },
      (error: unknown) => {
        if (!(error instanceof ErrorReply)) return
        if (!isRefusing) log.error({ err: error }, 'Redis refuses events for other processes, whose pages miss them')
        isRefusing = true
      },
    )
    return sending
  }
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
