import type { Ports } from '#platform/context.ts'

/** A gateway whose poll is open in this process. `wake` makes it look for tasks. */
type WaitingGateway = { organization_id: string; wake(): void }

/** By system, in the order in which they came; each asks the database only when it is woken. */
const waiting = new WeakMap<Ports, Map<string, Set<WaitingGateway>>>()

const keyOf = (organization_id: string, system: string) => `${organization_id} ${system}`

type Seat = Disposable & { readonly isAlone: boolean }

/** Waits in line until disposed of. */
export function registerPoller(ports: Ports, organization_id: string, system: string, wake: () => void): Seat {
  const own = waiting.get(ports) ?? new Map<string, Set<WaitingGateway>>()
  waiting.set(ports, own)
  const key = keyOf(organization_id, system)
  const line = own.get(key) ?? new Set<WaitingGateway>()
  own.set(key, line)
  const gateway: WaitingGateway = { organization_id, wake }
  line.add(gateway)
  return {
    get isAlone() {
      return line.size === 1
    },
    [Symbol.dispose]() {
      line.delete(gateway)
      if (line.size === 0 && own.get(key) === line) own.delete(key)
    },
  }
}

type Of = { organization_id: string; system: string }

/**
 * Wakes as many gateways of a system as there are tasks, those first that have waited longest; they go to the end of the
 * queue then.
 */
export function wakeGateways(ports: Ports, { organization_id, system }: Of, tasks = 1): void {
  const line = waiting.get(ports)?.get(keyOf(organization_id, system)) ?? new Set()
  for (const gateway of [...line].slice(0, tasks)) {
    line.delete(gateway)
    line.add(gateway)
    gateway.wake()
  }
}

/** The systems for which someone waits here, and how many do. */
export function awaitedSystems(ports: Ports): (Of & { gateways: number })[] {
  return [...(waiting.get(ports)?.entries() ?? [])].flatMap(([key, line]) => {
    const [first] = line
    if (!first) return []
    const { organization_id } = first
    return { organization_id, system: key.slice(organization_id.length + 1), gateways: line.size }
  })
}
