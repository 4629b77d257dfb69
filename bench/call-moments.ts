// Whether a sentence is heard that falls on an awkward moment of a call in a real browser: over a thought or an answer, into a
// muted microphone, before hanging up, one after the other. The page's microphone plays recordings. Each
// sentence is heard (its words are in the conversation), reported to the caller as not understood, or lost.
import pg from 'pg'
import type { Page } from 'playwright-core'
import type { CallEvent } from '#contracts/voice-socket.ts'
import { launchBrowser, openVisit } from '../e2e/browser.ts'
import { openChatPage } from './lib/browser-call.ts'
import { giveVoice } from './lib/calls.ts'
import { startChild } from './lib/children.ts'
import { distortedSpeech, LEAD_SECONDS } from './lib/distorted-speech.ts'
import { installOutside } from './lib/outside-packages.ts'
import { RECOGNIZER_PACKAGES, SENTENCES } from './lib/recognizer.ts'
import { openStage } from './lib/stage.ts'

const ROUNDS = Number(process.argv[2] ?? 2)
const BYTES_PER_SECOND = 48_000
/** What `bench/servers/speech-vendor.ts` takes to say its answer. */
const ANSWER_MS = 5000
const EVENT_TIMEOUT_MS = 25_000
const FLAGS = ['--use-fake-ui-for-media-stream', '--autoplay-policy=document-user-activation-required']

using installed = installOutside(RECOGNIZER_PACKAGES, 'recognizer.mjs')
const recognizer = await startChild<string>(installed.script)
process.env.RECOGNIZER_URL = JSON.parse(recognizer.ready)
await using stage = await openStage({ model: 'bench/servers/speech-vendor.ts', modelArgs: ['--serve'], people: 1 })
await giveVoice(stage)
const { url } = stage.alongside.ready
const database = new pg.Client(stage.database_url)
await database.connect()
using speech = distortedSpeech()

/** Without the silence around them. */
const recordings = SENTENCES.map((sentence) => {
  const { clean, endsAt } = speech.speak('en-us', sentence)
  const pcm = speech.conditions.clean?.(clean) ?? Buffer.alloc(0)
  return pcm.subarray(LEAD_SECONDS * BYTES_PER_SECOND, 2 * Math.round((endsAt * BYTES_PER_SECOND) / 2))
})

/** Runs in the page. */
function speakingMicrophone(): void {
  const context = new AudioContext({ sampleRate: 24_000 })
  const voice = context.createGain()
  navigator.mediaDevices.getUserMedia = async () => {
    await context.resume()
    const microphone = context.createMediaStreamDestination()
    voice.connect(microphone)
    Object.assign(window, { microphone: microphone.stream.getAudioTracks()[0] })
    return microphone.stream
  }
  async function say(base64: string): Promise<void> {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const samples = Float32Array.from(new Int16Array(bytes.buffer), (one) => one / 32_768)
    const buffer = context.createBuffer(1, samples.length, 24_000)
    buffer.copyToChannel(samples, 0)
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(voice)
    source.start()
    await new Promise((ended) => source.addEventListener('ended', ended))
  }
  Object.assign(window, { say })
}

type Scene = {
  page: Page
  /** Resolves at the end of the sentence. */
  say(nth: number): Promise<void>
  /** Resolves with the event of this type, or the given number of them. */
  until(type: CallEvent['type'], count?: number): Promise<void>
  click(name: string): Promise<void>
}

/** Says sentences and returns which of them are to be heard. */
const moments: Record<string, (scene: Scene, nth: number) => Promise<number[]>> = {
  'as soon as the call is open': async ({ say, until }, nth) => {
    await until('session.created')
    await say(nth)
    return [nth]
  },
  'while the teammate thinks': async ({ say, until }, nth) => {
    await say(nth)
    await until('speech_stopped')
    await say(nth + 1)
    return [nth, nth + 1]
  },
  'in the first 300 ms of the answer': async ({ say, until }, nth) => {
    await say(nth)
    await until('response.started')
    await say(nth + 1)
    return [nth, nth + 1]
  },
  'in the last 300 ms of the answer': async ({ page, say, until }, nth) => {
    await say(nth)
    await until('response.started')
    await page.waitForTimeout(ANSWER_MS - 300)
    await say(nth + 1)
    return [nth, nth + 1]
  },
  'with a muted second in it': async ({ page, say, until, click }, nth) => {
    await until('session.created')
    const spoken = say(nth)
    await page.waitForTimeout(900)
    await click('Mute')
    await page.waitForTimeout(1000)
    await click('Unmute')
    await spoken
    return [nth]
  },
  'until muted at its end': async ({ say, until, click }, nth) => {
    await until('session.created')
    await say(nth)
    await click('Mute')
    return [nth]
  },
  'after the microphone was unplugged': async ({ page, say, until }, nth) => {
    await until('session.created')
    await page.evaluate(() => (Reflect.get(window, 'microphone') as EventTarget).dispatchEvent(new Event('ended')))
    await page.getByText('microphone').first().waitFor()
    await say(nth)
    return [nth]
  },
  'in a tab behind another one': async ({ page, say, until }, nth) => {
    await until('session.created')
    const other = await page.context().newPage()
    await other.bringToFront()
    await page.waitForTimeout(2000)
    await say(nth)
    return [nth]
  },
  'right before hanging up': async ({ page, say, until, click }, nth) => {
    await until('session.created')
    await say(nth)
    await page.waitForTimeout(100)
    await click('Hang up')
    return [nth]
  },
  'eight in a row': async ({ page, say, until }) => {
    await until('session.created')
    for (const nth of SENTENCES.keys()) {
      await say(nth)
      await page.waitForTimeout(700)
    }
    return [...SENTENCES.keys()]
  },
}

async function playMoment(play: (scene: Scene, nth: number) => Promise<number[]>, nth: number) {
  const browser = await launchBrowser(FLAGS)
  try {
    await using visit = await openVisit(browser, url)
    const { page } = visit
    await page.addInitScript(speakingMicrophone)
    const received = await openChatPage(page, stage.alongside.ready)
    const count = (type: CallEvent['type']) => received.filter(({ event }) => event.type === type).length
    const until = async (type: CallEvent['type'], wanted = 1): Promise<void> => {
      for (let waited = 0; count(type) < wanted && waited < EVENT_TIMEOUT_MS; waited += 20)
        await page.waitForTimeout(20)
    }
    await page.getByRole('button', { name: /^Call / }).click()
    await until('session.created')
    await page.waitForTimeout(300)
    const expected = await play(
      {
        page,
        say: (at) => page.evaluate((pcm) => Reflect.get(window, 'say')(pcm), recordings[at]?.toString('base64') ?? ''),
        until,
        click: (name) => page.getByRole('button', { name, exact: true }).first().click(),
      },
      nth,
    )
    await page.waitForTimeout(5000)
    return { expected, reports: received.filter(({ event }) => event.type === 'error').length }
  } finally {
    await browser.close()
  }
}

/** What was saved of the newest conversation of a caller. */
async function readCallerText(): Promise<string> {
  const { rows } = await database.query(
    `select string_agg(content, ' ' order by created_at) as text from messages where role = 'contact' and conversation_id =
    (select conversation_id from voice_calls order by started_at desc limit 1)`,
  )
  return String(rows[0]?.text ?? '').toLowerCase()
}

/** Whether a third of its longer words arrived: small recognizers get some wrong. */
function isHeard(sentence: string, text: string): boolean {
  const words = sentence.toLowerCase().match(/[a-z]{4,}/g) ?? []
  return words.filter((word) => text.includes(word)).length * 3 >= words.length
}

for (const [name, play] of Object.entries(moments)) {
  let [heard, reported, lost] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const { expected, reports } = await playMoment(play, (2 * round) % SENTENCES.length)
    const text = await readCallerText()
    const missed = expected.filter((nth) => !isHeard(SENTENCES[nth] ?? '', text)).length
    heard += expected.length - missed
    reported += Math.min(missed, reports)
    lost += Math.max(0, missed - reports)
    if (missed > 0)
      console.log(`  spoken: ${expected.map((nth) => SENTENCES[nth]).join(' ')} | heard: ${text} | ${reports} reports`)
  }
  console.log(`${name.padEnd(36)} ${heard} heard, ${reported} reported as not understood, ${lost} lost`)
}
await database.end()
await recognizer.stop()
