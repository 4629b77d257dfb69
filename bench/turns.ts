/**
 * How many turns of 200 are cut right: sentences that espeak-ng says, distorted by sox, are found as one utterance each, which
 * holds all of the sentence; and sounds that are no speech start nothing. Beside them, how many pieces of music start a turn. Both programs must be installed. `node bench/turns.ts`
 */
import { distortedSpeech, LEAD_SECONDS } from './lib/distorted-speech.ts'
import { pieces } from './lib/music.ts'
import { utterancesIn } from './lib/utterances.ts'

/** What a first syllable may lose, and what silence may be held for speech before it. */
const MAX_LATE_SECONDS = 0.05
const MAX_EARLY_SECONDS = 0.8

const sentences: [string, string][] = [
  ['en', 'I would like to return the shoes that I bought last week.'],
  ['en', 'Yes.'],
  ['en', 'No, thank you.'],
  ['en', 'My order number is four seven eleven, and it has not arrived.'],
  ['de', 'Guten Tag, ich möchte meine Bestellung ändern.'],
  ['fr', 'Bonjour, où est ma commande?'],
  ['ru', 'Здравствуйте, где мой заказ?'],
  ['es', 'Quiero hablar con una persona, por favor.'],
  ['en', 'Stop.'],
  ['it', 'Vorrei sapere quanto costa la spedizione.'],
]
const voices = ['', '+f3']
const sounds: Record<string, string[]> = {
  silence: ['trim', '0', '6'],
  'white noise': ['synth', '6', 'whitenoise', 'gain', '-20'],
  'pink noise': ['synth', '6', 'pinknoise', 'gain', '-12'],
  'brown noise': ['synth', '6', 'brownnoise', 'gain', '-6'],
  hum: ['synth', '6', 'sine', '50', 'gain', '-12'],
  'a tone': ['synth', '6', 'sine', '440', 'gain', '-12'],
  'a motor': ['synth', '6', 'sawtooth', '120', 'gain', '-15'],
  clicks: ['synth', '0.008', 'whitenoise', 'gain', '-3', 'pad', '0', '0.15', 'repeat', '30'],
  keys: ['synth', '0.03', 'pinknoise', 'gain', '-8', 'pad', '0', '0.11', 'repeat', '40'],
  breath: [
    'synth',
    '0.6',
    'whitenoise',
    'fade',
    '0.25',
    '0.6',
    '0.3',
    'lowpass',
    '3000',
    'gain',
    '-25',
    'pad',
    '1',
    '1',
    'repeat',
    '2',
  ],
  'a beep': ['synth', '0.12', 'sine', '1000', 'gain', '-6', 'pad', '1', '2'],
  plucks: ['synth', '0.5', 'pluck', 'C4', 'gain', '-9', 'repeat', '8'],
  'a sweep': ['synth', '6', 'sine', '300:3000', 'gain', '-12'],
  'a knock': ['synth', '0.05', 'brownnoise', 'gain', '-1', 'pad', '1', '2'],
  'a rising fan': ['synth', '6', 'pinknoise', 'fade', '5', '6', '0', 'gain', '-14'],
  'a chord': ['synth', '6', 'sine', '262', 'synth', '6', 'sine', 'mix', '330', 'gain', '-12'],
  mains: ['synth', '6', 'square', '50', 'gain', '-18'],
  rain: ['synth', '6', 'whitenoise', 'highpass', '1000', 'gain', '-18'],
  wind: ['synth', '6', 'brownnoise', 'tremolo', '0.3', '60', 'gain', '-9'],
  crackle: ['synth', '0.002', 'whitenoise', 'gain', '-1', 'pad', '0', '0.4', 'repeat', '14'],
}

const results = new Map<string, { right: number; of: number }>()
function count(name: string, isRight: boolean): void {
  const before = results.get(name) ?? { right: 0, of: 0 }
  results.set(name, { right: before.right + Number(isRight), of: before.of + 1 })
}

using speech = distortedSpeech()
for (const [language, text] of sentences) {
  for (const voice of voices) {
    const { clean, endsAt } = speech.speak(`${language}${voice}`, text)
    for (const [name, distort] of Object.entries(speech.conditions)) {
      const [only, ...more] = await utterancesIn(distort(clean))
      const early = only ? LEAD_SECONDS - only.endedMs / 1000 + only.samples.length / 16_000 : -1
      const isWhole = early > -MAX_LATE_SECONDS && early < MAX_EARLY_SECONDS && (only?.endedMs ?? 0) / 1000 > endsAt
      count(name, more.length === 0 && isWhole)
    }
  }
}
for (const effects of Object.values(sounds)) {
  const found = await utterancesIn(speech.sound(effects))
  count('no speech', found.length === 0)
}

const all = [...results.values()]
const total = (pick: (one: (typeof all)[number]) => number): number => all.reduce((sum, one) => sum + pick(one), 0)
for (const [name, { right, of }] of results) console.log(`${name.padEnd(22)} ${right} of ${of}`)
console.log(`turns right: ${total(({ right }) => right)} of ${total(({ of }) => of)}`)

const music = pieces()
const started: string[] = []
for (const [name, raw] of music) if ((await utterancesIn(raw)).length > 0) started.push(name)
console.log(
  `music that starts a turn: ${started.length} of ${music.length}${started.map((name) => `, ${name}`).join('')}`,
)
