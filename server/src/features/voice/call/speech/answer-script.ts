import { type LiveAnswer, type LiveSpeech, liveLength } from './live-speech.ts'
import { nextPassage, type Passage, startOfLastSentence } from './next-passage.ts'

type Beginning = (passage: Passage, live: LiveAnswer) => void

/** The text of an answer while it grows, cut into what the voice is given and what a realtime model says of it by itself. */
export class AnswerScript {
  text: string
  readonly #live: LiveSpeech | null
  /** Up to where the text was cut into passages. */
  #end: number
  /** What was heard in an earlier call, or before the caller spoke into a question. */
  #heardBefore: number
  /** What the model itself is saying, while its words still come. */
  #growing: { live: LiveAnswer; passage: Passage } | null = null

  constructor(live: LiveSpeech | null, heard = '') {
    this.#live = live
    this.text = heard
    this.#end = startOfLastSentence(heard)
    this.#heardBefore = heard.length
  }

  get end(): number {
    return this.#end
  }

  /** How a text that was read now relates to what was cut of this one. */
  compare(now: string): 'continues' | 'is_behind' | 'is_another' {
    const cut = this.text.slice(0, this.#end)
    if (now.startsWith(cut)) return 'continues'
    return cut.startsWith(now) ? 'is_behind' : 'is_another'
  }

  /** Follows what the model says by itself; true where it has got further. */
  followLive(onBegin: Beginning): boolean {
    const before = this.#end
    for (let growing = this.#growing ?? this.#beginLive(onBegin); growing; growing = this.#beginLive(onBegin)) {
      const { live, passage } = growing
      passage.end = passage.start + liveLength(live, this.text, passage.start)
      passage.spoken = this.text.slice(passage.start, passage.end)
      this.#end = passage.end
      if (!live.isEnded || passage.spoken !== live.text.trimStart()) break
      this.#growing = null
    }
    return this.#end > before
  }

  #beginLive(onBegin: Beginning) {
    const taken = this.#live?.take(this.text, this.#end)
    if (!taken) return null
    const { answer: live, start } = taken
    const passage = { start, end: start + liveLength(live, this.text, start), spoken: '' }
    this.#growing = { live, passage }
    onBegin(passage, live)
    return this.#growing
  }

  get isLive(): boolean {
    return this.#growing !== null
  }

  /** The next passage for the voice; null while there may follow more of it. */
  next(how: { isComplete: boolean; isFirst: boolean }): Passage | null {
    this.#growing = null
    const passage = nextPassage(this.text, this.#end, how)
    if (passage) this.#end = passage.end
    return passage
  }

  /** What was spoken of a text that another model begins again was nothing. */
  restart(): void {
    this.#growing = null
    this.#end = 0
    this.#heardBefore = 0
  }

  /** What has come until now is spoken no more, and counts as heard. */
  skip(): void {
    this.#growing = null
    this.#end = this.text.length
    this.#heardBefore = this.#end
  }

  /** `length`: how much of it was heard of its sound. */
  heard(length: number): string {
    return this.text.slice(0, Math.max(this.#heardBefore, length))
  }
}
