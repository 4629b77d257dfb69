import { z } from 'zod'
import { createFairLimit } from '#platform/fair-limit.ts'
import { IsolatedThread, ThreadEnded } from '#platform/isolated-thread.ts'
import { boundedFetch } from '#platform/outbound/bounded-fetch.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../run-outcome.ts'
import { compiledInterpreter } from './interpreter.ts'
import {
  type CodeAnswer,
  type CodeFile,
  type CodeRequest,
  MAX_CONSOLE_CHARACTERS,
  MAX_RESULT_CHARACTERS,
} from './sandbox.ts'
import type { ThreadRequest } from './thread.ts'

/** Concurrent code in this process: it keeps a core busy, and one organization may not occupy all. */
const turns = createFairLimit({ total: 4, perKey: 2, waitingPerKey: 10_000 })
/** Of code with a limit of minutes: two organizations with such code do not keep a third one's few lines waiting for it. */
const longTurns = createFairLimit({ total: 3, perKey: 2, waitingPerKey: 10_000 })
const MAX_SHORT_MS = 10_000
const MEMORY_MB = 160
/** Code may keep a core busy for minutes: it waits until nothing else has work. */
const NICENESS = 19
/** For starting the thread, and for ending code that does not heed its own limit. */
const GRACE_MS = 2000

/** The result of code, as texts that are neither parsed nor masked yet. */
type CodeResult = { result: string; files: CodeFile[]; console: string } | { failure: RunFailure; console: string }

/** Runs code in a sandbox in a thread of its own, or in the operator's remote sandbox. */
export async function runCode(
  ctx: OrgContext,
  { run_id, ...request }: CodeRequest & { run_id: string; template_id?: string | undefined },
  signal: AbortSignal,
): Promise<CodeResult> {
  const isLong = request.timeout_ms > MAX_SHORT_MS
  using _turn = await (isLong ? longTurns : turns).enter(ctx.organization.id, signal, run_id)
  const { RUN_CODE_URL } = ctx.ports.config
  // Awaited here, or the turn would be over as soon as the work begins.
  return await (RUN_CODE_URL ? runRemotely(RUN_CODE_URL, request, signal) : runHere(request, signal))
}

async function runHere({ code, given, timeout_ms }: CodeRequest, signal: AbortSignal): Promise<CodeResult> {
  const limits = { deadlineMs: timeout_ms + GRACE_MS, memoryMb: MEMORY_MB, niceness: NICENESS }
  await using thread = new IsolatedThread<ThreadRequest, CodeAnswer>(new URL('./thread.ts', import.meta.url), limits)
  const interpreter = await compiledInterpreter()
  const answer = await thread.ask({ code, given, timeout_ms, interpreter }, signal).catch((error): CodeAnswer => {
    if (!(error instanceof ThreadEnded)) throw error
    return { error: error.message, why: error.why, console: '' }
  })
  const { console } = answer
  if ('result' in answer) return { result: answer.result, files: answer.files, console }
  if (answer.why === 'time') return { failure: tooLong(timeout_ms), console }
  const message = answer.why === 'memory' ? 'The code needs too much memory' : answer.error
  return { failure: new RunFailure('STEP_FAILED', message), console }
}

const tooLong = (timeout_ms: number) =>
  new RunFailure('STEP_TIMEOUT', `The code took longer than ${timeout_ms / 1000} s`)

const RemoteAnswer = z.object({
  result: z.unknown().optional(),
  output: z.string().default(''),
  error: z.string().nullish(),
  files: z
    .array(z.object({ name: z.string(), data: z.base64() }))
    .max(50)
    .default([]),
})

async function runRemotely(
  url: string,
  { code, given, timeout_ms, template_id }: CodeRequest & { template_id?: string | undefined },
  signal: AbortSignal,
): Promise<CodeResult> {
  const limit = AbortSignal.timeout(timeout_ms + GRACE_MS)
  try {
    const response = await boundedFetch(AbortSignal.any([signal, limit]))(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `${JSON.stringify({ code, template_id: template_id ?? null, timeout_ms }).slice(0, -1)},${given.slice(1)}`,
    })
    if (!response.ok) throw new Error(`The sandbox answered with status ${response.status}`)
    const { result = null, output, error, files } = RemoteAnswer.parse(await response.json())
    const console = output.slice(0, MAX_CONSOLE_CHARACTERS)
    if (error) return { failure: new RunFailure('STEP_FAILED', error), console }
    const text = JSON.stringify(result)
    if (text.length > MAX_RESULT_CHARACTERS) throw new Error('The result is too long')
    const made = files.map(({ name, data }) => ({
      name,
      content: Buffer.from(data, 'base64').toString('latin1'),
      is_text: false,
    }))
    return { result: text, files: made, console }
  } catch (error) {
    signal.throwIfAborted()
    const failure = limit.aborted
      ? tooLong(timeout_ms)
      : new RunFailure('STEP_FAILED', 'The sandbox could not run the code', error)
    return { failure, console: '' }
  }
}
