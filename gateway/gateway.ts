/*
 * A gateway: it runs inside a network that Alongside cannot reach, asks for tasks of one system, makes their requests
 * there, and sends the answers back. It opens connections to the outside only. See README.md.
 */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

type Settings = { service: string; key: string; system: string; target: URL; name: string; timeoutMs: number }
type Task = { stargate_task_id: string; method: string; uri: string; body: unknown; expires_at: string }
type Answer = { ok: boolean; status: number; body: unknown; error?: string }

/** Longer than a poll lasts, so that only a lost connection ends it. */
const POLL_TIMEOUT_MS = 75_000
const MAX_PAUSE_MS = 30_000
/** A proxy that refuses sooner than this has not waited for the service. */
const MIN_PROXY_TIMEOUT_MS = 1000

function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { ALONGSIDE_URL, ALONGSIDE_KEY, GATEWAY_SYSTEM, GATEWAY_TARGET, GATEWAY_NAME, GATEWAY_TIMEOUT } = env
  if (!ALONGSIDE_URL || !ALONGSIDE_KEY || !GATEWAY_SYSTEM || !GATEWAY_TARGET) {
    throw new Error('Set ALONGSIDE_URL, ALONGSIDE_KEY, GATEWAY_SYSTEM and GATEWAY_TARGET')
  }
  return {
    service: ALONGSIDE_URL.replace(/\/$/, ''),
    key: ALONGSIDE_KEY,
    system: GATEWAY_SYSTEM,
    target: new URL(GATEWAY_TARGET),
    name: GATEWAY_NAME ?? `${hostname()}-${process.pid}`,
    timeoutMs: Number(GATEWAY_TIMEOUT ?? 30) * 1000,
  }
}

const log = (message: string) => process.stdout.write(`${new Date().toISOString()} ${message}\n`)

/** Asks again and again; while it cannot reach the service it waits longer each time. */
async function serve(settings: Settings, stopped: AbortSignal): Promise<void> {
  const working = new Set<Promise<void>>()
  let pauseMs = 1000
  while (!stopped.aborted) {
    try {
      for (const task of await awaitTasks(settings, stopped)) {
        const work = handle(settings, task).finally(() => working.delete(work))
        working.add(work)
      }
      pauseMs = 1000
    } catch (error) {
      if (stopped.aborted) break
      log(`Cannot reach the service: ${reasonOf(error)}; trying again in ${pauseMs / 1000} s`)
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    }
  }
  await Promise.all(working)
}

async function awaitTasks({ service, key, system, name }: Settings, stopped: AbortSignal): Promise<Task[]> {
  const query = new URLSearchParams({ system, gateway: name })
  const begun = performance.now()
  const response = await fetch(`${service}/api/private/stargate?${query}`, {
    headers: { 'api-key': key },
    signal: AbortSignal.any([stopped, AbortSignal.timeout(POLL_TIMEOUT_MS)]),
  })
  // A proxy that waits less long than the service: nothing came until then.
  if (response.status === 504 && performance.now() - begun > MIN_PROXY_TIMEOUT_MS) return []
  if (!response.ok) throw new Error(`it answered with status ${response.status}`)
  const { data } = (await response.json()) as { data: Task[] }
  return data
}

/** Whatever goes wrong with a task becomes its answer, so that the flow that waits is told. */
async function handle(settings: Settings, task: Task): Promise<void> {
  const answer = await request(settings, task).catch(
    (error): Answer => ({ ok: false, status: 0, body: null, error: reasonOf(error) }),
  )
  log(`${task.method} ${task.uri}: ${answer.error ?? answer.status}`)
  await send(settings, task, JSON.stringify(answer))
}

/** Until someone has heard it: the request was made, and nobody else is to make it again. */
async function send({ service, key }: Settings, { stargate_task_id, expires_at }: Task, body: string): Promise<void> {
  for (let pauseMs = 1000; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const sent = await fetch(`${service}/api/private/stargate/${stargate_task_id}`, {
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
    }).catch((error: unknown) => error)
    if (sent instanceof Response && sent.ok) return
    if (sent instanceof Response && sent.status < 500) {
      log(`The answer was refused with status ${sent.status}`)
      return
    }
    const reason = sent instanceof Response ? `status ${sent.status}` : reasonOf(sent)
    log(`The answer could not be sent: ${reason}`)
    if (Date.now() + pauseMs > Date.parse(expires_at)) return
    await sleep(pauseMs)
  }
}

async function request({ target, timeoutMs }: Settings, { method, uri, body }: Task): Promise<Answer> {
  const url = addressOf(target, uri)
  const isText = typeof body === 'string'
  const hasBody = body !== null && body !== undefined && !['GET', 'HEAD'].includes(method.toUpperCase())
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...(hasBody && {
      body: isText ? body : JSON.stringify(body),
      headers: { 'content-type': isText ? 'text/plain' : 'application/json' },
    }),
  })
  const text = decoded(response, await response.arrayBuffer())
  return { ok: response.status < 400, status: response.status, body: parsed(text), ...problemOf(response) }
}

const problemOf = ({ status }: Response) => (status < 400 ? {} : { error: `The system answered with status ${status}` })

/** A task names a path of the target and nothing else: no other host, and nothing above the target's own path. */
function addressOf(target: URL, uri: string): URL {
  const base = new URL(target)
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  const url = new URL(uri.replace(/^\/+/, './'), base)
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
    throw new Error('The address is outside of the target')
  }
  return url
}

/**
 * What is UTF-8 is read as that, because many systems name ISO-8859-1 by default; all else in the encoding that the system names,
 * since what is behind a gateway is often older than UTF-8.
 */
function decoded({ headers }: Response, bytes: ArrayBuffer): string {
  const name = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get('content-type') ?? '')?.[1]
  return decodedAs('utf-8', bytes, true) ?? decodedAs(name, bytes) ?? new TextDecoder().decode(bytes)
}

/** Null where nobody knows the encoding, or where `fatal` bytes are none of it. */
function decodedAs(encoding: string | undefined, bytes: ArrayBuffer, fatal = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
// biome-ignore lint/style/noProcessEnv: a program of its own, which is set by its environment
const settings = readSettings(process.env)
log(`${settings.name} serves ${settings.system} at ${settings.target.origin}`)
await serve(settings, stop.signal)
