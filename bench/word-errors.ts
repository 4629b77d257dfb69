// How many words of a call are understood wrong: English sentences that espeak-ng says, distorted by sox, through the real path
// (socket, detection, recognizer), beside the same recognizer given the whole recording. The recognizer is Moonshine's tiny
// model, from an npm package; espeak-ng and sox must be installed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { silence } from '#testing/calls/sounds.ts'
import { giveVoice, openCallSocket } from './lib/calls.ts'
import { startChild } from './lib/children.ts'
import { distortedSpeech } from './lib/distorted-speech.ts'
import { installOutside } from './lib/outside-packages.ts'
import { RECOGNIZER_PACKAGES, recognizeWhole, SENTENCES } from './lib/recognizer.ts'
import { openStage } from './lib/stage.ts'
import { wordErrors } from './lib/word-errors.ts'

const CALLERS = 3
const FRAME_BYTES = 960
const FRAME_MS = 20
type Sample = { condition: string; sentence: string; pcm: Buffer }
type Errors = { call: number; direct: number; words: number }

using installed = installOutside(RECOGNIZER_PACKAGES, 'recognizer.mjs')
const recognizer = await startChild<string>(installed.script)
const recognizer_url: string = JSON.parse(recognizer.ready)
process.env.RECOGNIZER_URL = recognizer_url
await using stage = await openStage({
  model: 'bench/servers/speech-vendor.ts',
  modelArgs: ['--serve'],
  people: CALLERS,
})
await giveVoice(stage)

/** Says it in a call and returns what the teammate is asked, all messages of it. */
async function recognizeInCall(socket: WebSocket, pcm: Buffer): Promise<string> {
  const texts = new Map<string, string>()
  let isAnswered = false
  const listen = (data: Buffer, isBinary: boolean): void => {
    if (isBinary) return
    const event = JSON.parse(data.toString())
    if (event.type === 'caption' && event.role === 'user') texts.set(event.message_id, event.text)
    if (event.type === 'response.done') isAnswered = true
  }
  socket.on('message', listen)
  const begun = performance.now()
  const heard = Buffer.concat([pcm, silence(1500)])
  for (let at = 0; !isAnswered && performance.now() - begun < 40_000; at += FRAME_BYTES) {
    const frame = heard.subarray(at, at + FRAME_BYTES)
    socket.send(frame.length > 0 ? frame : Buffer.alloc(FRAME_BYTES))
    await sleep(begun + (at / FRAME_BYTES + 1) * FRAME_MS - performance.now())
  }
  socket.off('message', listen)
  return [...texts.values()].join(' ')
}

const samples: Sample[] = []
{
  using speech = distortedSpeech()
  for (const sentence of SENTENCES) {
    const { clean } = speech.speak('en-us', sentence)
    for (const [condition, distort] of Object.entries(speech.conditions))
      samples.push({ condition, sentence, pcm: distort(clean) })
  }
}

const results = new Map<string, Errors>()
const waiting = samples.values()
await Promise.all(
  stage.alongside.ready.people.map(async ({ cookie }) => {
    const socket = await openCallSocket(stage.alongside.ready, cookie)
    for (const { condition, sentence, pcm } of waiting) {
      const direct = wordErrors(sentence, await recognizeWhole(recognizer_url, pcm))
      const call = wordErrors(sentence, await recognizeInCall(socket, pcm))
      const before = results.get(condition) ?? { call: 0, direct: 0, words: 0 }
      const words = before.words + sentence.split(' ').length
      results.set(condition, { call: before.call + call, direct: before.direct + direct, words })
    }
    socket.close()
  }),
)
await recognizer.stop()

const percent = (errors: number, words: number): string => `${((100 * errors) / words).toFixed(1)} %`
const line = (name: string, { call, direct, words }: Errors): string =>
  `${name.padEnd(22)} ${percent(call, words)} of words wrong in a call, ${percent(direct, words)} in the whole recording`
for (const [condition, errors] of results) console.log(line(condition, errors))
const total = (pick: (errors: Errors) => number): number =>
  [...results.values()].reduce((sum, one) => sum + pick(one), 0)
console.log(
  line('all', { call: total((one) => one.call), direct: total((one) => one.direct), words: total((one) => one.words) }),
)
