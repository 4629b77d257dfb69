// How many words of a call from a real browser are understood wrong: sentences that espeak-ng says, distorted by sox, played by the
// microphone of Chromium into the portal's call, beside the same recognizer given each recording whole. A sentence of which no text
// comes was either reported to the caller or lost. The recognizer is that of `word-errors`; espeak-ng and sox must be installed,
// and the pages built.
import { launchBrowser, openVisit } from '../e2e/browser.ts'
import { microphoneFlags } from '../e2e/microphone.ts'
import { openChatPage } from './lib/browser-call.ts'
import { giveVoice } from './lib/calls.ts'
import { startChild } from './lib/children.ts'
import { distortedSpeech } from './lib/distorted-speech.ts'
import { installOutside } from './lib/outside-packages.ts'
import { RECOGNIZER_PACKAGES, recognizeWhole, SENTENCES } from './lib/recognizer.ts'
import { countEnds, type SentenceEnd, sentenceEnds } from './lib/sentence-ends.ts'
import { openStage } from './lib/stage.ts'
import { wordErrors } from './lib/word-errors.ts'

const CONDITIONS = (process.argv[2] ?? 'clean,telephone,white noise,echoing').split(',')
const BYTES_PER_SECOND = 48_000
/** Until the call listens: the microphone plays from the moment in which it is opened. */
const LEAD_SECONDS = 5
/** With the silence around each sentence longer than the answer, which the caller would speak over. */
const PAUSE_SECONDS = 5

const silence = (seconds: number): Buffer => Buffer.alloc(seconds * BYTES_PER_SECOND)

using installed = installOutside(RECOGNIZER_PACKAGES, 'recognizer.mjs')
const recognizer = await startChild<string>(installed.script)
const recognizerUrl: string = JSON.parse(recognizer.ready)
process.env.RECOGNIZER_URL = recognizerUrl
await using stage = await openStage({ model: 'bench/servers/speech-vendor.ts', modelArgs: ['--serve'], people: 1 })
await giveVoice(stage)
const { url } = stage.alongside.ready

/** Says all sentences in one call. */
async function recognizeInBrowser(sentences: Buffer[]): Promise<SentenceEnd[]> {
  const pieces = sentences.map((pcm) => Buffer.concat([pcm, silence(PAUSE_SECONDS)]))
  const recorded = Buffer.concat([silence(LEAD_SECONDS), ...pieces])
  const browser = await launchBrowser(microphoneFlags({ speech: Buffer.concat([recorded, silence(60)]) }))
  try {
    await using visit = await openVisit(browser, url)
    const { page } = visit
    const opened = page.waitForEvent('console', (message) => message.text() === OPENED)
    await page.addInitScript(reportMicrophone, OPENED)
    const received = await openChatPage(page, stage.alongside.ready)
    await page.getByRole('button', { name: /^Call / }).click()
    await opened
    const startMs = performance.now()
    await page.getByText('Listening').waitFor()
    await page.waitForTimeout((recorded.length / BYTES_PER_SECOND) * 1000)
    const lengths = pieces.map(({ length }) => (length / BYTES_PER_SECOND) * 1000)
    const beginsMs = lengths.map((_, nth) => sum(lengths.slice(0, nth), startMs + LEAD_SECONDS * 1000))
    return sentenceEnds(received, beginsMs)
  } finally {
    await browser.close()
  }
}

const OPENED = 'microphone opened'

function reportMicrophone(text: string): void {
  const devices = navigator.mediaDevices
  const open = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    console.log(text)
    return stream
  }
}

function sum(numbers: readonly number[], from = 0): number {
  return numbers.reduce((total, one) => total + one, from)
}

type Result = { name: string; call: number; whole: number; words: number; ends: SentenceEnd[]; emptyWhole: number }

const percent = (errors: number, of: number): string => `${((100 * errors) / of).toFixed(1)} %`
function print({ name, call, whole, words, ends, emptyWhole }: Result): void {
  const [reported, lost] = [countEnds(ends, 'reported'), countEnds(ends, 'lost')]
  console.log(
    `${name.padEnd(22)} ${percent(call, words)} of words wrong from a browser, ${percent(whole, words)} in the whole recording;`,
    `of ${ends.length} sentences ${reported} reported as not understood, ${lost} lost, ${emptyWhole} empty in the whole recording`,
  )
}

const results: Result[] = []
using speech = distortedSpeech()
for (const [name, distort] of Object.entries(speech.conditions)) {
  if (!CONDITIONS.some((one) => name.includes(one))) continue
  const recordings = SENTENCES.map((sentence) => distort(speech.speak('en-us', sentence).clean))
  const texts: string[] = []
  for (const recording of recordings) texts.push(await recognizeWhole(recognizerUrl, recording))
  const ends = await recognizeInBrowser(recordings)
  const result = {
    name,
    call: sum(ends.map(({ kind, text }, nth) => wordErrors(SENTENCES[nth] ?? '', kind === 'heard' ? text : ''))),
    whole: sum(texts.map((text, nth) => wordErrors(SENTENCES[nth] ?? '', text))),
    words: SENTENCES.join(' ').split(' ').length,
    ends,
    emptyWhole: texts.filter((text) => text === '').length,
  }
  print(result)
  for (const { kind, text } of ends) console.log(`  ${kind}: ${text}`)
  results.push(result)
}
const total = (pick: (one: Result) => number): number => sum(results.map(pick))
print({
  name: 'all',
  call: total((one) => one.call),
  whole: total((one) => one.whole),
  words: total((one) => one.words),
  ends: results.flatMap(({ ends }) => ends),
  emptyWhole: total((one) => one.emptyWhole),
})
await recognizer.stop()
