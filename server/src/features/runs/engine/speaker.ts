import type { Published } from '../run-host.ts'

/** Texts of two steps are two paragraphs. */
const BETWEEN_STEPS = '\n\n'

/** A published piece of an answer. A question goes to the person also where the other texts are for a model alone. */
export type Spoken = Published | { type: 'question'; text: string }

/** The source of a part of an answer: the run, a step of it, or a step of a flow inside that. */
export type Speaker = {
  /** The whole text that it has published. */
  readonly text: string
  publish(piece: Spoken): void
}

export const joinTexts = (...texts: string[]): string => texts.filter(Boolean).join(BETWEEN_STEPS)

/** For runs without watchers: the text is not stored. */
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
 * A speaker whose text is a part of the text above: where it is reset, the text before it remains. A quiet one publishes only
 * questions.
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
