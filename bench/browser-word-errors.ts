// How many words of a call from a real browser are understood wrong: sentences that espeak-ng says, distorted by sox, played by the
// microphone of Chromium into the portal's call, beside the same recognizer given each recording whole. The recognizer is that of
// `word-errors`; espeak-ng and sox must be installed, and the pages built.
import { launchBrowser, openVisit } from '../e2e/browser.ts'
import { microphoneFlags } from '../e2e/microphone.ts'
import { giveVoice } from './lib/calls.ts'
import { startChild } from './lib/children.ts'
import { distortedSpeech } from './lib/distorted-speech.ts'
import { installOutside } from './lib/outside-packages.ts'
import { RECOGNIZER_PACKAGES, recognizeWhole, SENTENCES } from './lib/recognizer.ts'
import { openStage } from './lib/stage.ts'
import { wordErrors } from './lib/word-errors.ts'

const CONDITIONS = (process.argv[2] ?? 'clean,telephone,white noise,echoing').split(',')
const BYTES_PER_SECOND = 48_000
/** Until the call listens: the microphone plays from the moment in which it is opened. */
const LEAD_SECONDS = 5
/** Longer than the answer, which the caller would speak over. */
const PAUSE_SECONDS = 9

const silence = (seconds: number): Buffer => Buffer.alloc(seconds * BYTES_PER_SECOND)

using installed = installOutside(RECOGNIZER_PACKAGES, 'recognizer.mjs')
const recognizer = await startChild<string>(installed.script)
process.env.RECOGNIZER_URL = JSON.parse(recognizer.ready)
await using stage = await openStage({ model: 'bench/servers/speech-vendor.ts', modelArgs: ['--serve'], people: 1 })
await giveVoice(stage)
const { url, employee_id, people } = stage.alongside.ready
const cookie = people[0]?.cookie ?? ''

/** Says all sentences in one call and returns what the teammate is asked. */
async function recognizeInBrowser(sentences: Buffer[]): Promise<string> {
  const recorded = Buffer.concat([silence(LEAD_SECONDS), ...sentences.flatMap((pcm) => [pcm, silence(PAUSE_SECONDS)])])
  const browser = await launchBrowser(microphoneFlags({ speech: Buffer.concat([recorded, silence(60)]) }))
  try {
    await using visit = await openVisit(browser, url)
    const [name = '', value = ''] = cookie.split(/=(.*)/)
    await visit.context.addCookies([{ name, value, url }])
    const { page } = visit
    // The stage does not know its port before it is served.
    await page.route('**/create-session/**', async (route) => {
      const response = await route.fetch()
      const session = (await response.json()) as { websocket_url: string }
      const address = new URL(session.websocket_url)
      address.port = new URL(url).port
      await route.fulfill({ response, json: { ...session, websocket_url: address.href } })
    })
    const texts = new Map<string, string>()
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string' || !payload.startsWith('{')) return
        const event = JSON.parse(payload)
        if (event.type === 'caption' && event.role === 'user') texts.set(event.message_id, event.text)
      }),
    )
    await page.goto(`${url}/chat/${employee_id}?conversation=new`)
    await page.getByRole('button', { name: /^Call / }).click()
    await page.getByText('Listening').waitFor()
    await page.waitForTimeout((recorded.length / BYTES_PER_SECOND) * 1000)
    return [...texts.values()].join(' ')
  } finally {
    await browser.close()
  }
}

let [inBrowser, direct, words] = [0, 0, 0]
const percent = (errors: number, of: number): string => `${((100 * errors) / of).toFixed(1)} %`
const line = (name: string, call: number, whole: number, of: number): string =>
  `${name.padEnd(22)} ${percent(call, of)} of words wrong from a browser, ${percent(whole, of)} in the whole recording`
using speech = distortedSpeech()
for (const [condition, distort] of Object.entries(speech.conditions)) {
  if (!CONDITIONS.some((one) => condition.includes(one))) continue
  const recordings = SENTENCES.map((sentence) => distort(speech.speak('en-us', sentence).clean))
  let whole = 0
  for (const [at, sentence] of SENTENCES.entries()) {
    whole += wordErrors(sentence, await recognizeWhole(process.env.RECOGNIZER_URL ?? '', recordings[at] ?? silence(1)))
  }
  const text = SENTENCES.join(' ')
  const heard = await recognizeInBrowser(recordings)
  const call = wordErrors(text, heard)
  const count = text.split(' ').length
  console.log(line(condition, call, whole, count))
  console.log(`  ${heard}`)
  inBrowser += call
  direct += whole
  words += count
}
console.log(line('all', inBrowser, direct, words))
await recognizer.stop()
