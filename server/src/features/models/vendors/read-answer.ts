import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Vendor } from '#contracts/parties.ts'
import type { VendorConnection } from '../model-language.ts'
import { type Piece, type SplitPart, splitThinking } from './split-thinking.ts'

const MAX_MODELS = 500

/**
 * Whose answers may have several messages, such as what the model is about to do and then the answer. The texts of other
 * vendors continue where they broke off, for example around a citation.
 */
const ANSWERS_IN_MESSAGES: readonly Vendor[] = ['vendor_1', 'vendor_5', 'vendor_6']

type TextDelta = Extract<LanguageModelV4StreamPart, { type: 'text-delta' }>

/**
 * Models whose last answer had the end of its reasoning marked and not its beginning. The next one is taken for reasoning from its
 * first word, so that nobody is shown it as the answer meanwhile.
 */
const omittingOpening = new Set<string>()

/** Reads the parts of one answer: reasoning between tags as reasoning, and nothing of a block of an unknown kind. */
export function readAnswer({ provider, base_url }: VendorConnection, model: string) {
  const key = JSON.stringify([provider, base_url, model])
  const thinking = splitThinking({ omitsOpening: omittingOpening.has(key) })
  const openTexts = new Set<string>()
  const paragraphs = separateMessages(ANSWERS_IN_MESSAGES.includes(provider))

  function* pieces(found: Iterable<Piece>, { id, ...rest }: Omit<TextDelta, 'delta'>): Generator<SplitPart> {
    let hasText = false
    for (const piece of found) {
      if (piece.type === 'reasoning') yield { type: 'reasoning-delta', id: `${id}-thinking`, delta: piece.text }
      else if (piece.type === 'text') yield { ...rest, id, delta: paragraphs.add(piece.text) }
      else yield paragraphs.replace(piece)
      hasText ||= piece.type === 'text'
    }
    // What a vendor signed belongs to the text part, also where all of this delta was held back or reasoning.
    if (rest.providerMetadata && !hasText) yield { ...rest, id, delta: '' }
  }

  return {
    *read(part: LanguageModelV4StreamPart): Generator<SplitPart> {
      switch (part.type) {
        case 'text-start':
          openTexts.add(part.id)
          paragraphs.begin()
          yield part
          break
        case 'text-delta':
          // A block of an unknown kind has no start, and its text is not known to be an answer.
          if (openTexts.has(part.id)) yield* pieces(thinking.read(part.delta), part)
          break
        case 'text-end':
          if (!openTexts.delete(part.id)) break
          yield* pieces(thinking.flush(), { type: 'text-delta', id: part.id })
          yield part
          break
        case 'reasoning-delta':
          thinking.addReasoning(part.delta)
          yield part
          break
        case 'finish':
          yield* pieces(thinking.end(), { type: 'text-delta', id: 'end' })
          remember(key, thinking.omittedOpening())
          yield part
          break
        default:
          yield part
      }
    },
  }
}

/** Puts an empty line between the text of a message and that of the next. */
function separateMessages(isWanted: boolean) {
  let written = ''
  let begins = false
  const write = (text: string): string => {
    // Only how it ends is needed, and whether there is anything.
    written = (written + text).slice(-10)
    return text
  }
  return {
    begin(): void {
      begins = isWanted && written.trim() !== ''
    },
    add(text: string): string {
      const lines = begins ? '\n\n'.slice(/\n{0,2}$/.exec(written)?.[0].length) : ''
      begins = false
      return write(lines + text)
    },
    replace<Replaced extends { text: string }>(piece: Replaced): Replaced {
      written = ''
      write(piece.text)
      return piece
    },
  }
}

function remember(key: string, omitsOpening: boolean): void {
  omittingOpening.delete(key)
  if (omitsOpening) omittingOpening.add(key)
  const [oldest] = omittingOpening
  if (omittingOpening.size > MAX_MODELS && oldest !== undefined) omittingOpening.delete(oldest)
}
