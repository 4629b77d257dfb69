import type { Message } from '#contracts/conversations.ts'
import type { TestApp } from '../app.ts'
import type { RecordedRequest, Script } from '../doubles/vendors/vendor-double.ts'
import { silence } from './sounds.ts'
import { beginCall, givenCallable } from './voice.ts'

/** Long enough to end a turn. */
export const PAUSE = silence(700)
/** How fast the double speaks. */
export const MS_PER_CHARACTER = 40

export type CallSetup = {
  /** What the caller says, in this order. */
  heard?: Script[]
  answers?: Script[]
  spoken?: (text: string) => Script
  values?: Parameters<typeof givenCallable>[1]
  organization?: Parameters<typeof givenCallable>[2]
  /** The process that carries the call; by itself it is the one of `app`. */
  base_url?: string
}

/** A call of a colleague with a teammate, under way. */
export async function givenSpokenCall(app: TestApp, setup: CallSetup = {}) {
  const given = await givenCallable(app, setup.values, setup.organization)
  script(given.vendor, setup)
  return { ...given, ...(await beginCall({ base_url: setup.base_url ?? app.base_url }, given)) }
}
export type SpokenCall = Awaited<ReturnType<typeof givenSpokenCall>>

/** Answers each of the vendor's three services from its own list. */
export function script(
  { reply }: Pick<SpokenCall['vendor'], 'reply'>,
  { heard = [{ text: 'Hello' }], answers = [{ text: 'Hi there.' }], spoken }: CallSetup,
): void {
  const [transcripts, replies] = [[...heard], [...answers]]
  reply(({ path, body }: RecordedRequest) => {
    if (path.endsWith('/audio/transcriptions')) return transcripts.shift() ?? { text: '' }
    if (path.endsWith('/audio/speech')) return spoken?.(String(body.input)) ?? {}
    return replies.shift() ?? { text: 'Fine.' }
  })
}

/** In pieces as a browser sends them. */
export function say({ call }: { call: Pick<SpokenCall['call'], 'sendAudio'> }, ...sounds: Buffer[]): void {
  const all = Buffer.concat(sounds)
  for (let at = 0; at < all.length; at += 1920) call.sendAudio(all.subarray(at, at + 1920))
}

export const texts = (all: Message[]) => all.map(({ role, content }) => [role, content])

const inputs = ({ vendor }: Pick<SpokenCall, 'vendor'>, end: string) =>
  vendor.requests.filter(({ path }) => path.endsWith(end)).map(({ body }) => body)
export const transcriptionInputs = (call: Pick<SpokenCall, 'vendor'>) => inputs(call, '/audio/transcriptions')
export const speechInputs = (call: Pick<SpokenCall, 'vendor'>) => inputs(call, '/audio/speech')
export const chatInputs = (call: Pick<SpokenCall, 'vendor'>) => inputs(call, '/chat/completions')
