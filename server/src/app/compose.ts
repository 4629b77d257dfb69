import type { FastifyInstance } from 'fastify'
import { writeAuditEntries } from '#features/audit/write-audit-entries.ts'
import { stopProcessing } from '#features/channel-bots/bots/process-chats.ts'
import { allSessionsEnded } from '#features/connectors/remote/end-session.ts'
import { stopDelivering } from '#features/conversations/deliveries/deliver-message.ts'
import { publicKeyReplaced } from '#features/organizations/events.ts'
import { stopDispatching, watchSlots } from '#features/runs/queue/dispatch-runs.ts'
import { expireAllLeases } from '#features/runs/queue/lease-run.ts'
import { allRunsEnded, liveRuns } from '#features/runs/queue/live-runs.ts'
import { prepareCollection } from '#features/search/indexing/collection.ts'
import { stopIndexing } from '#features/search/indexing/index-waiting.ts'
import { expireAllClaims } from '#features/storage/documents/claim-document.ts'
import { accessChanged, sessionEnded } from '#features/users/events.ts'
import { visitorsOf } from '#features/webchat/admit-visitor.ts'
import { visitorsOutdated } from '#features/webchat/events.ts'
import { stopSending } from '#features/webhooks/send-due.ts'
import { openBroadcast } from '#platform/bus/broadcast.ts'
import { createBus } from '#platform/bus/bus.ts'
import { createContext } from '#platform/bus/create-context.ts'
import { createQueue, jobEnqueued } from '#platform/bus/queue.ts'
import { jobDue, startTimetable } from '#platform/bus/timetable.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { closeRedis, connectRedis } from '#platform/connect-redis.ts'
import type { Context, Ports } from '#platform/context.ts'
import type { Embedded } from '#platform/db/embedded.ts'
import { gatherStatistics, gatherStatisticsOfGrown } from '#platform/db/gather-statistics.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import type { Feature } from '#platform/feature.ts'
import { createAnswerOnce, RETENTION_MS } from '#platform/http/answer-once.ts'
import { createLimits } from '#platform/http/limits.ts'
import type { Callers, Gates } from '#platform/http/options.ts'
import { serveHttp } from '#platform/http/serve-http.ts'
import { shareAnswers } from '#platform/http/shared-answers.ts'
import type { Logger } from '#platform/log.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { onEvent, onJob } from '#platform/reaction.ts'
import { serveSockets } from '#platform/socket/serve-sockets.ts'
import { serveWebSockets } from '#platform/socket/serve-web-sockets.ts'
import { startTracing } from '#platform/trace.ts'
import { admitSocket } from './admit-socket.ts'
import { alertOfLog } from './alerts.ts'
import { callers } from './callers.ts'
import { layers, surfaces } from './features.ts'
import { gates as ownGates } from './gates.ts'
import { logFieldsOf } from './log-fields-of.ts'
import { type Part, parts, servesPath } from './parts.ts'
import { openPorts } from './ports.ts'
import { serveSite } from './site.ts'
import { tenantOf } from './tenant-of.ts'
import { serveWidget } from './widget.ts'

export type App = {
  readonly ctx: Context
  readonly http: FastifyInstance
  readonly features: readonly Feature[]
  /** Adds a way out for events beside the sockets. */
  addPush: ReturnType<typeof createBus>['addPush']
  /** Resolves when jobs may be enqueued, which a request never has to wait for. */
  readonly prepared: Promise<void>
  /** Resolves with the address when the server answers. */
  listen(port?: number): Promise<string>
  /** Stops taking work, lets accepted work end, and closes everything. */
  close(): Promise<void>
}

export type ComposeOptions = {
  config: Config
  log: Logger
  clock?: Clock
  parts?: readonly Part[]
  /** An embedded database that is already starting. */
  embedded?: Promise<Embedded> | null
  features?: readonly Feature[]
  /** Replace the server's own, so that a test can make one of them fail. */
  ports?: Partial<Ports>
  /** Replace the server's own, so that a test can declare one of a new kind. */
  callers?: Partial<Callers>
  gates?: Partial<Gates>
  /** Checks answers and events against their schemas. */
  verifyOutput?: boolean
  /** Called when the server can no longer work, so that its process manager can restart it. */
  onFatal?: (error: unknown) => void
}

/** Puts the whole server together over one database; nothing here knows what a feature does. */
export async function compose(options: ComposeOptions): Promise<App> {
  const { config, log, clock = systemClock } = options
  const does = (part: Part) => (options.parts ?? parts).includes(part)
  const features = options.features ?? [...layers, ...surfaces]
  const gates: Gates = { ...ownGates, ...options.gates }
  // What waits while the server is being put together is found when its timetable starts.
  let timetable: ReturnType<typeof startTimetable> | null = null
  const reactions = [
    ...features.flatMap((feature) => feature.reactions ?? []),
    onJob(gatherStatisticsOfGrown, gatherStatistics),
    onEvent(jobDue, async (_ctx, { name }) => timetable?.wake(name)),
    onEvent(jobEnqueued, async (_ctx, { name, after_seconds }) => queue.wake(name, after_seconds)),
    onEvent(sessionEnded, async (_ctx, { user_id }) => sockets.readmit([user_id])),
    onEvent(accessChanged, async (_ctx, { user_ids }) => sockets.readmit(user_ids)),
    onEvent(publicKeyReplaced, async (_ctx, { organization_id }) => sockets.readmit([visitorsOf(organization_id)])),
    onEvent(visitorsOutdated, async (_ctx, { organization_ids }) => sockets.readmit(organization_ids.map(visitorsOf))),
  ]

  const stopTracing = await startTracing(config)
  const database = await openDatabase(config, options.embedded)
  await migrateDatabase(database)
  // Deployments may share a Redis; each has a database of its own.
  const scope = URL.parse(config.DATABASE_URL ?? '')?.pathname.slice(1) ?? ''
  const redis = await connectRedis(config, log)
  const own = await openPorts(config, features, does('worker'), log)
  const checkLimit = createLimits(redis, scope)
  const ports: Ports = { ...own, checkLimit, ...options.ports }
  alertOfLog(log, config, ports.alerts)
  const queue = createQueue(database, log)
  const bus = createBus(reactions, {
    log,
    verify: options.verifyOutput ?? false,
    async broadcast(name, payload, how) {
      const isSent = how === 'in_order' && sockets.notifyNodes(name, payload)
      if (!isSent) await broadcast.send(name, payload)
    },
  })
  const ctx = createContext({
    database,
    ports,
    log,
    clock,
    deliver: (event, payload, about) => bus.deliver(ctx, event, payload, about),
    enqueue: (db, job, data, how) => queue.enqueue(db, job, data, how),
    logFieldsOf,
    writeAuditEntries,
  })
  const onBroadcast = (name: string, payload: unknown) => void bus.receive(ctx, name, payload)
  const broadcast = await openBroadcast(database, config.DATABASE_URL, onBroadcast, log)
  await prepareCollection(ctx)

  const http = await serveHttp({
    config,
    log,
    ctx,
    routes: features.flatMap((feature) => feature.routes ?? []).filter(({ path }) => servesPath(path, does)),
    callers: { ...callers, ...options.callers },
    gates,
    checkLimit,
    answerOnce: createAnswerOnce(
      redis && shareAnswers(redis, { scope, cipher: ports.cipher, retentionMs: RETENTION_MS }),
    ),
    tenantOf,
    verifyOutput: options.verifyOutput ?? false,
  })
  await serveMetrics(http, config, {
    runs_live: { help: 'Runs that this process executes', read: () => liveRuns(ctx).length },
  })
  await serveSite(http, config, { features, gates, isRealtime: does('realtime') })
  if (does('web')) await serveWidget(http, ctx)
  const sockets = await serveSockets(http.server, {
    // A process without clients of its own still speaks to those of the others.
    admission: does('realtime') ? admitSocket(ctx) : { identify: async () => null, roomsOf: async () => null },
    now: () => ctx.now(),
    redis,
    scope,
    log,
    onBroadcast,
  })
  bus.addPush(sockets.push)
  const webSockets = serveWebSockets(
    http.server,
    ctx,
    does('realtime') ? features.flatMap((feature) => feature.sockets ?? []) : [],
  )

  if (database.embedded) await Promise.all([expireAllLeases(ctx), expireAllClaims(ctx)])
  const jobs = reactions.filter((reaction) => reaction.on === 'job')
  const queued = jobs.filter(({ job }) => job.is_queued)
  const prepared = queue.prepare(queued.map(({ job }) => job))
  const working = prepared.then(() => startWork())
  working.catch((error) => {
    log.fatal({ err: error }, 'the job queue could not start')
    options.onFatal?.(error)
  })

  async function startWork() {
    if (!does('worker')) return
    watchSlots(ctx)
    const run = (reaction: (typeof jobs)[number], data: unknown) => reaction.react(ctx, data as never)
    await queue.work(queued, async (reaction, data) => void (await run(reaction, data)))
    timetable = startTimetable(
      jobs.map(({ job }) => job),
      async (job) => {
        for (const reaction of jobs.filter((one) => one.job === job)) await run(reaction, {})
      },
      log,
    )
  }

  return {
    ctx,
    http,
    features,
    addPush: bus.addPush,
    prepared,
    async listen(port = config.PORT) {
      // What a request enqueues must have its queue.
      await prepared
      return http.listen({ port, host: config.HOST })
    },
    async close() {
      await working.catch(() => undefined)
      const dispatched = stopDispatching(ctx)
      // New requests are refused from here on, however long the work in hand takes.
      // Those who watch a call still see its last words.
      const socketsClosed = webSockets.close().then(sockets.close)
      const closed = Promise.all([http.close(), socketsClosed])
      stopIndexing(ctx)
      await queue.stop()
      await stopProcessing(ctx)
      // Requests, and calls with the caller's last words, may begin runs until they are over.
      await closed
      // What was accepted ends first; its heartbeats continue meanwhile.
      await dispatched
      await allRunsEnded(ctx)
      await timetable?.stop()
      await Promise.all([stopSending(ctx), stopDelivering(ctx)])
      await allSessionsEnded(ctx)
      if (redis) await closeRedis(redis)
      await broadcast.close()
      await own.close()
      await database.close()
      await stopTracing()
    },
  }
}
