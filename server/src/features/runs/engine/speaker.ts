import type { Published } from '../run-host.ts'

/** What two steps say is two paragraphs. */
const BETWEEN_STEPS = '\n\n'

/** What is said. A question is a text that a person is to read also where a model alone reads the rest. */
export type Spoken = Published | { type: 'question'; text: string }

/** The source of a part of an answer: the run, a step of it, or a step of a flow inside that. */
export type Speaker = {
  /** All that it has said. */
  readonly text: string
  publish(piece: Spoken): void
}

export const joinTexts = (...texts: string[]): string => texts.filter(Boolean).join(BETWEEN_STEPS)

/** Where nobody watches, what is said need not be kept. */
const noSpeaker: Speaker = { text: '', publish: () => undefined }

/** The run as a whole. */
export const speakerOf = (publish: ((piece: Published) => void) | undefined): Speaker =>
  publish
    ? speakerWithin({
        text: '',
        publish: (piece) => publish(piece.type === 'question' ? { ...piece, type: 'text' } : piece),
      })
    : noSpeaker

/**
 * Speaks as a part of what is said above: where it begins again, what was said before it stays. A quiet one says nothing
 * but questions.
 */
export function speakerWithin(above: Speaker, { is_quiet = false } = {}): Speaker {
  if (above === noSpeaker) return noSpeaker
  const before = above.text
  let text = ''
  return {
    get text() {
      return text
    },
    publish(piece) {
      if (is_quiet && piece.type !== 'question') return
      if (piece.type === 'text' || piece.type === 'question') {
        if (piece.text === '') return
        const lead = before !== '' && text === '' ? BETWEEN_STEPS : ''
        text += piece.text
        above.publish({ ...piece, text: `${lead}${piece.text}` })
      } else if (piece.type === 'reset') {
        text = piece.text
        above.publish({ ...piece, text: joinTexts(before, text) })
      } else above.publish(piece)
    },
  }
}
