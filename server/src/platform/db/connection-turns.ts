import { requestWaits } from '../request-backlog.ts'
import { currentWork, SERVER, type WorkKind } from '../thread-share.ts'

/** The part of the connections, at least one, that background work leaves to requests, which someone waits for. */
const REQUEST_SHARE = 0.25
/** Of so many connections that an organization gets one after the other, the last is for its background work. */
const TURNS_PER_BACKGROUND = 4
/** The part of the connections, at least one, that an organization uses while another one is active. */
const CONTENDED_SHARE = 0.5
/**
 * The part of the connections that its runs and background work use meanwhile, and what nobody waits for also while requests are
 * made, its own too: what the database does for more of it at the same time makes those requests late, and ends no sooner.
 */
const YIELDING_BACKGROUND_SHARE = 0.25
/**
 * How many statements an organization begins in a turn of the event loop meanwhile. As many are answered in a later one, and what
 * the other one does next waits for all that follows those answers.
 */
const CONTENDED_PER_TURN = 2
/** What uses a connection for longer keeps a processor of the database busy, and it has fewer of those than connections. */
const SLOW_MS = 30
/** So long an organization counts as one with such statements afterwards: the next one is probably slow too. */
const SLOW_FOR_MS = 500
/** The part of the connections, at least one, that such an organization uses while another one is active. */
const SLOW_SHARE = 0.25
/** Who asked for a connection within this time is active: it probably asks for the next one at once. */
const ACTIVE_MS = 100

type Waiting = { kind: WorkKind; begin: () => void }

type Lane = {
  organization_id: string
  requests: Waiting[]
  /** Runs and what else is no request. */
  background: Waiting[]
  turns: number
  /** Its connections, and those of its background work. */
  inUse: number
  inBackground: number
  /** What it began in this turn of the event loop. */
  begun: number
  /** When each of its connections was given to it, the first first. */
  since: Set<{ at: number }>
  /** When it gave one back that it had used for long. */
  slowAt: number
}

type Use = { organization_id: string; at: number }

const shareOf = (connections: number, share: number): number => Math.max(1, Math.floor(connections * share))

/**
 * Who gets the next of a limited number of connections: organizations take turns, and within one of them requests come before
 * runs and other background work, which still gets a share. A flood of one organization then neither delays the others nor the
 * acknowledgement of what floods in. While another organization is active, one has a part of the connections and of each turn of
 * the event loop, and continues with both all the time: nothing waits for others that have nothing to do.
 */
export function createConnectionTurns(connections: number, now = () => performance.now()) {
  const maxBackground = Math.max(1, connections - shareOf(connections, REQUEST_SHARE))
  const contendedShare = shareOf(connections, CONTENDED_SHARE)
  const slowShare = shareOf(connections, SLOW_SHARE)
  const yieldingBackground = shareOf(connections, YIELDING_BACKGROUND_SHARE)
  const lanes = new Map<string, Lane>()
  const server = laneOf(SERVER)
  /** In the order of turns: an organization that was served goes to the end. */
  const waiting = new Set<Lane>()
  const begunInTurn = new Set<Lane>()
  let free = connections
  let background = 0
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let later: NodeJS.Timeout | undefined
  let latest: Use = { organization_id: SERVER, at: Number.NEGATIVE_INFINITY }
  let latestOfAnother = latest

  function laneOf(organization_id: string): Lane {
    const existing = lanes.get(organization_id)
    if (existing) return existing
    const counts = { turns: 0, inUse: 0, inBackground: 0, begun: 0 }
    const lane = {
      organization_id,
      requests: [],
      background: [],
      ...counts,
      since: new Set<never>(),
      slowAt: Number.NEGATIVE_INFINITY,
    }
    lanes.set(organization_id, lane)
    return lane
  }

  function noteUse(organization_id: string): void {
    if (latest.organization_id !== organization_id) latestOfAnother = latest
    latest = { organization_id, at: now() }
  }

  /** Whether another organization is active. */
  function isContended(lane: Lane): boolean {
    if (lane === server) return false
    if (connections - free - lane.inUse - server.inUse > 0) return true
    const { at } = latest.organization_id === lane.organization_id ? latestOfAnother : latest
    return now() - at < ACTIVE_MS
  }

  function mayBegin(lane: Lane, kind: WorkKind | undefined): boolean {
    if (!kind || free === 0 || (kind !== 'request' && !mayBeginBackground(lane, kind))) return false
    if (!isContended(lane)) return true
    return lane.begun < CONTENDED_PER_TURN && lane.inUse < (isSlow(lane) ? slowShare : contendedShare)
  }

  function isSlow({ since, slowAt }: Lane): boolean {
    const [first] = since
    return now() - slowAt < SLOW_FOR_MS || (first !== undefined && now() - first.at > SLOW_MS)
  }

  function mayBeginBackground(lane: Lane, kind: WorkKind): boolean {
    if (background >= maxBackground) return false
    const isBesideRequests = kind === 'background' && lane !== server && now() - lastRequestAt < ACTIVE_MS
    return lane.inBackground < yieldingBackground || !(isBesideRequests || isContended(lane))
  }

  /** Begins what may begin, one of each organization after the other. */
  function admit(): void {
    let hasBegun = true
    while (hasBegun && free > 0) {
      hasBegun = false
      for (const lane of [...waiting]) {
        const next = nextOf(lane, mayBegin(lane, lane.requests[0]?.kind), mayBegin(lane, lane.background[0]?.kind))
        if (!next) continue
        hasBegun = true
        waiting.delete(lane)
        if (lane.requests.length + lane.background.length > 0) waiting.add(lane)
        next.begin()
      }
    }
  }

  function begin(lane: Lane, kind: WorkKind): () => void {
    const isRequest = kind === 'request'
    free -= 1
    lane.inUse += 1
    if (begunInTurn.size === 0) setImmediate(endTurn)
    begunInTurn.add(lane)
    lane.begun += 1
    const use = { at: now() }
    lane.since.add(use)
    if (!isRequest) {
      background += 1
      lane.inBackground += 1
    }
    return () => {
      free += 1
      lane.inUse -= 1
      lane.since.delete(use)
      if (now() - use.at > SLOW_MS) lane.slowAt = now()
      if (!isRequest) {
        background -= 1
        lane.inBackground -= 1
      }
      deleteIfUnused(lane)
      admit()
    }
  }

  function deleteIfUnused(lane: Lane): void {
    if (lane === server) return
    if (lane.inUse === 0 && lane.begun === 0 && !waiting.has(lane)) lanes.delete(lane.organization_id)
  }

  function endTurn(): void {
    for (const lane of begunInTurn) {
      lane.begun = 0
      deleteIfUnused(lane)
    }
    begunInTurn.clear()
    admit()
  }

  /** What waits only because others were active a moment ago begins when they are no more, though nothing may end then. */
  function admitLater(): void {
    if (later) return
    later = setTimeout(() => {
      later = undefined
      admit()
      if (waiting.size > 0) admitLater()
    }, ACTIVE_MS).unref()
  }

  /** Resolves with what gives the connection back; to be called once. */
  async function enter(): Promise<() => void> {
    const { organization_id, kind } = currentWork()
    const isRequest = kind === 'request'
    const lane = laneOf(organization_id)
    if (isRequest) lastRequestAt = now()
    if (lane !== server) noteUse(organization_id)
    const queue = isRequest ? lane.requests : lane.background
    if (queue.length === 0 && mayBegin(lane, kind)) return begin(lane, kind)
    waiting.add(lane)
    admitLater()
    using _waits = isRequest ? requestWaits(organization_id) : undefined
    return await new Promise((resolve) => {
      queue.push({ kind, begin: () => resolve(begin(lane, kind)) })
    })
  }

  return { enter }
}

function nextOf(lane: Lane, mayRequest: boolean, mayBackground: boolean): Waiting | undefined {
  const isForBackground = mayBackground && lane.turns % TURNS_PER_BACKGROUND === TURNS_PER_BACKGROUND - 1
  const next =
    (isForBackground ? lane.background.shift() : undefined) ??
    (mayRequest ? lane.requests.shift() : undefined) ??
    (mayBackground ? lane.background.shift() : undefined)
  if (next) lane.turns += 1
  return next
}
