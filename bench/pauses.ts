/**
 * How many callers are answered in the middle of what they say: sentences that espeak-ng says with pauses of 200 to 1,200 ms inside
 * them, at commas, in numbers and at hesitations. English is read by Moonshine's recognizer, which ends most of what is broken
 * off with a full stop; other languages have their words and a full stop. Whole sentences say how many answers are later for it.
 * `--fluent`: the same after three sentences without a pause, after which a turn ends sooner.
 * espeak-ng and sox must be installed. `node bench/pauses.ts`
 */
import { wavFile } from '#features/models/speech/wav-file.ts'
import { waitForMoreMs } from '#features/voice/call/expects-more.ts'
import { startChild } from './lib/children.ts'
import { distortedSpeech } from './lib/distorted-speech.ts'
import { installOutside } from './lib/outside-packages.ts'
import { utterancesIn } from './lib/utterances.ts'

const PACKAGES = ['@moonshine-ai/moonshine-js@0.1.29', 'onnxruntime-web@1.30.0', 'llama-tokenizer-js@1.2.2']
const PAUSES_MS = [200, 300, 400, 450, 500, 550, 600, 700, 800, 900, 1200]
const BYTES_PER_MS = 48

const kinds: Record<string, [string, string, string][]> = {
  'in a sentence': [
    ['en-us', 'I would like to return the', 'shoes that I bought last week.'],
    ['en-us', 'My order has not arrived and', 'I am still waiting for it.'],
    ['en-us', 'Please send the invoice to my', 'other email address.'],
    ['en-us', 'The name is', 'Robert Miller.'],
    ['de', 'Ich möchte das zurückgeben, weil', 'es kaputt ist.'],
    ['fr', 'Je voudrais changer le', 'jour de la livraison.'],
    ['es', 'Quiero hablar con', 'una persona, por favor.'],
    ['ru', 'Я хочу вернуть заказ, потому что', 'он не подошёл.'],
  ],
  'in a number': [
    ['en-us', 'My order number is', 'four seven one one eight.'],
    ['en-us', 'My order number is four seven', 'one one eight.'],
    ['en-us', 'It is five five nine', 'two six eight.'],
    ['de', 'Meine Bestellnummer ist vier sieben', 'eins eins acht.'],
    ['ru', 'Мой номер', 'четыре семь один один.'],
  ],
  'at a hesitation': [
    ['en-us', 'I wanted to ask about, um', 'the delivery of my order.'],
    ['en-us', 'I need the blue lamp, because', 'the other one is broken.'],
    ['de', 'Ich hätte gern, äh', 'eine Rechnung.'],
  ],
  'at a comma, with a clause before it': [
    ['en-us', 'If it is not too late,', 'please change the address.'],
    ['en-us', 'I bought a lamp last week,', 'it is broken.'],
    ['en-us', 'Hello,', 'I have a question about my order.'],
  ],
}
const whole: string[] = [
  'Yes.',
  'No, thank you.',
  'What is the return policy of your shop?',
  'The blue lamp is broken and I want my money back.',
  'I want to talk to a person, please.',
  'How long does the delivery usually take?',
  'Please change the delivery address to the new office.',
  'That is all.',
  'I would like two of them.',
  'My order number is four seven one one eight.',
]

using installed = installOutside(PACKAGES, 'recognizer.mjs')
const recognizer = await startChild<string>(installed.script)
const recognizer_url: string = JSON.parse(recognizer.ready)

async function recognize(samples: Int16Array): Promise<string> {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(wavFile(bytes, 16_000))]), 'speech.wav')
  const response = await fetch(recognizer_url, { method: 'POST', body: form })
  return ((await response.json()) as { text: string }).text
}

using speech = distortedSpeech()
const silenceOf = (ms: number): Buffer => Buffer.alloc(ms * BYTES_PER_MS)
const spokenBy = (voice: string, text: string): Buffer => {
  const { clean } = speech.speak(voice, text)
  const pcm = speech.conditions.clean?.(clean) ?? Buffer.alloc(0)
  return pcm.subarray(1500 * BYTES_PER_MS, pcm.length - 1500 * BYTES_PER_MS)
}

const LEAD = silenceOf(1500)
/** The turns before. */
const EARLIER = process.argv.includes('--fluent')
  ? ['What is the return policy of your shop?', 'I want to talk to a person, please.', 'How long does it usually take?']
  : []
const earlier = EARLIER.flatMap((text) => [LEAD, spokenBy('en-us', text)])
let [allBefore, allNow, cases] = [0, 0, 0]
for (const [kind, sentences] of Object.entries(kinds)) {
  const counts = new Map<number, { split: number; answered: number }>()
  for (const [voice, first, rest] of sentences) {
    const parts = [spokenBy(voice, first), spokenBy(voice, rest)]
    for (const pauseMs of PAUSES_MS) {
      const [one, two] = parts
      if (!one || !two) continue
      const all = [...earlier, LEAD, one, silenceOf(pauseMs), two, LEAD]
      const [before, after] = (await utterancesIn(Buffer.concat(all))).slice(EARLIER.length)
      const count = counts.get(pauseMs) ?? { split: 0, answered: 0 }
      counts.set(pauseMs, count)
      cases += 1
      if (!before || !after) continue
      count.split += 1
      const text = voice.startsWith('en') ? await recognize(before.samples) : `${first}.`
      // What has no words is not answered.
      const isAnswered = text !== '' && after.startedMs - before.endedMs > waitForMoreMs(text)
      if (isAnswered) count.answered += 1
      if (process.argv.includes('--texts')) console.log(pauseMs, isAnswered ? 'answered' : 'waited for', text)
    }
  }
  const line = [...counts].map(([ms, { split, answered }]) => `${ms} ms ${split} → ${answered}`).join(', ')
  console.log(`${kind} (of ${sentences.length}): ${line}`)
  for (const { split, answered } of counts.values()) {
    allBefore += split
    allNow += answered
  }
}
console.log(`answered in the middle: ${allNow} of ${cases}, without a look at the text ${allBefore}`)
let [later, waitedMs] = [0, 0]
for (const text of whole) {
  const [heard] = await utterancesIn(Buffer.concat([LEAD, spokenBy('en-us', text), LEAD]))
  const waitMs = waitForMoreMs(heard ? await recognize(heard.samples) : '')
  if (waitMs > 0) later += 1
  waitedMs += waitMs
}
console.log(
  `whole sentences answered later: ${later} of ${whole.length}, by ${(waitedMs / whole.length).toFixed(0)} ms on average`,
)
await recognizer.stop()
