import { requestWaits } from '../request-backlog.ts'
import { countPart } from '../request-cost.ts'
import { currentWork } from '../thread-share.ts'

/** The part of the connections, at least one, that background work leaves to requests, which someone waits for. */
const REQUEST_SHARE = 0.25
/** Of so many connections that an organization gets one after the other, the last is for its background work. */
const TURNS_PER_BACKGROUND = 4

type Lane = { requests: (() => void)[]; background: (() => void)[]; turns: number }

/**
 * Who gets the next of a limited number of connections: organizations take turns, and within one of them requests come before
 * runs and other background work, which still gets a share. A flood of one organization then neither delays the others nor the
 * acknowledgement of what floods in.
 */
export function createConnectionTurns(connections: number) {
  const maxBackground = Math.max(1, connections - Math.max(1, Math.floor(connections * REQUEST_SHARE)))
  /** In the order of turns: an organization that was served goes to the end. */
  const waiting = new Map<string, Lane>()
  let free = connections
  let background = 0

  const mayBegin = (isRequest: boolean): boolean => free > 0 && (isRequest || background < maxBackground)

  /** Begins what may begin of each organization in turn; true where anything did. */
  function admit(): boolean {
    let hasBegun = false
    for (const [organization_id, lane] of [...waiting]) {
      const begin = nextOf(lane, mayBegin(true), mayBegin(false))
      if (!begin) continue
      hasBegun = true
      waiting.delete(organization_id)
      if (lane.requests.length + lane.background.length > 0) waiting.set(organization_id, lane)
      begin()
    }
    return hasBegun
  }

  function begin(isRequest: boolean): () => void {
    free -= 1
    if (!isRequest) background += 1
    return () => {
      free += 1
      if (!isRequest) background -= 1
      while (free > 0 && waiting.size > 0 && admit());
    }
  }

  /** Resolves with what gives the connection back; to be called once. */
  async function enter(): Promise<() => void> {
    countPart()
    const { organization_id, isRequest } = currentWork()
    if (mayBegin(isRequest)) return begin(isRequest)
    const lane = waiting.get(organization_id) ?? { requests: [], background: [], turns: 0 }
    waiting.set(organization_id, lane)
    using _waits = isRequest ? requestWaits() : undefined
    return await new Promise((resolve) => {
      const queue = isRequest ? lane.requests : lane.background
      queue.push(() => resolve(begin(isRequest)))
    })
  }

  return { enter }
}

function nextOf(lane: Lane, mayRequest: boolean, mayBackground: boolean): (() => void) | undefined {
  const isForBackground = mayBackground && lane.turns % TURNS_PER_BACKGROUND === TURNS_PER_BACKGROUND - 1
  const next =
    (isForBackground ? lane.background.shift() : undefined) ??
    (mayRequest ? lane.requests.shift() : undefined) ??
    (mayBackground ? lane.background.shift() : undefined)
  if (next) lane.turns += 1
  return next
}
