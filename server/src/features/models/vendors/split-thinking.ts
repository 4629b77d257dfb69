import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { endsInCode } from '#platform/markdown/fence.ts'

/** What a delta turned out to be. `replace`: all text so far was reasoning, or all reasoning so far was text. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'replace'; text: string; reasoning: string }

const OPENING = /^\s*<(think|thinking|reasoning)>/i
const CLOSING = /<\/(?:think|thinking|reasoning)>/i
const OPENINGS = ['<think>', '<thinking>', '<reasoning>']
const CLOSINGS = ['</think>', '</thinking>', '</reasoning>']

type State =
  /** Nothing but white space, or reasoning, has come: an opening tag counts here and nowhere else. */
  | { at: 'beginning' }
  | { at: 'thinking'; closing: string }
  /** The model omits the opening tag, as earlier answers showed. */
  | { at: 'presumed thinking' }
  | { at: 'text' }

/**
 * Separates the reasoning that a model writes between tags from its answer, over deltas of any size. A block counts at the
 * beginning of an answer; anywhere else, and in code, a tag is text. Some servers leave out the opening tag, because their
 * prompt ends with it: then a closing tag that has no opening one makes what precedes it reasoning.
 */
export function splitThinking({ omitsOpening }: { omitsOpening: boolean }) {
  let state: State = omitsOpening ? { at: 'presumed thinking' } : { at: 'beginning' }
  /** May be the start of a tag. */
  let held = ''
  let text = ''
  let reasoning = ''
  let foundTag = false
  let hasOmittedOpening = false
  let hasOwnReasoning = false

  function* read(delta: string): Generator<Piece> {
    let rest = held + delta
    held = ''
    while (rest !== '') {
      const before = rest
      if (state.at === 'beginning') rest = begin(rest)
      else if (state.at === 'text') rest = yield* readText(rest)
      else rest = yield* readThinking(rest, state)
      if (rest === before && state.at === 'beginning') {
        held = rest
        return
      }
    }
  }

  /** Consumes an opening tag, or answers with the same where it may still become one. */
  function begin(rest: string): string {
    const opening = OPENING.exec(rest)
    if (opening) {
      foundTag = true
      state = { at: 'thinking', closing: `</${opening[1]?.toLowerCase()}>` }
      return rest.slice(opening[0].length)
    }
    const start = rest.trimStart().toLowerCase()
    if (OPENINGS.some((tag) => tag.startsWith(start))) return rest
    state = { at: 'text' }
    return foundTag ? rest.trimStart() : rest
  }

  function* readThinking(rest: string, thinking: State): Generator<Piece, string> {
    const closings = thinking.at === 'thinking' ? [thinking.closing] : CLOSINGS
    const found = firstOf(rest, closings)
    if (!found) {
      const thought = rest.slice(0, rest.length - partialTag(rest, closings))
      held = rest.slice(thought.length)
      if (thought !== '') yield think(thought)
      return ''
    }
    if (found.at > 0) yield think(rest.slice(0, found.at))
    if (thinking.at === 'presumed thinking') hasOmittedOpening = true
    foundTag = true
    state = { at: 'beginning' }
    return rest.slice(found.at + found.length)
  }

  function* readText(rest: string): Generator<Piece, string> {
    if (foundTag) {
      yield write(rest)
      return ''
    }
    const closing = CLOSING.exec(rest)
    if (!closing) {
      const written = rest.slice(0, rest.length - partialTag(rest, CLOSINGS))
      held = rest.slice(written.length)
      if (written !== '') yield write(written)
      return ''
    }
    const upTo = text + rest.slice(0, closing.index)
    const after = rest.slice(closing.index + closing[0].length)
    const isAnswer = hasOwnReasoning && upTo.trim() !== ''
    if (isAnswer || isInCode(upTo) || OPENINGS.some((tag) => upTo.toLowerCase().includes(tag))) {
      yield write(rest.slice(0, rest.length - after.length))
      return after
    }
    foundTag = true
    hasOmittedOpening = true
    state = { at: 'beginning' }
    if (text === '') {
      if (upTo.trim() !== '') yield think(upTo)
      return after
    }
    reasoning += upTo
    text = ''
    yield { type: 'replace', text, reasoning }
    return after
  }

  function write(more: string): Piece {
    text += more
    return { type: 'text', text: more }
  }

  function think(more: string): Piece {
    reasoning += more
    return { type: 'reasoning', text: more }
  }

  /** At the end of the text, withheld characters are not a tag. */
  function* flush(): Generator<Piece> {
    const rest = held
    held = ''
    if (rest === '') return
    if (state.at === 'thinking' || state.at === 'presumed thinking') yield think(rest)
    else if (!foundTag || rest.trim() !== '') yield write(rest)
  }

  return {
    read,

    flush,

    /** The vendor tells reasoning apart by itself; it is in what `replace` says from here on. */
    addReasoning(more: string): void {
      hasOwnReasoning = true
      reasoning += more
      if (state.at === 'presumed thinking') state = { at: 'beginning' }
    },

    /** When the whole answer has come. */
    *end(): Generator<Piece> {
      yield* flush()
      if (state.at !== 'presumed thinking' || reasoning === '') return
      // The closing tag did not come, so that all of it was the answer.
      text = reasoning
      reasoning = ''
      state = { at: 'text' }
      yield { type: 'replace', text, reasoning }
    },

    /** Whether this answer had a closing tag without an opening one. */
    omittedOpening: () => hasOmittedOpening,
  }
}

/** The end of a text that may be the start of one of these tags. */
function partialTag(text: string, tags: string[]): number {
  const from = text.lastIndexOf('<')
  if (from < 0) return 0
  const end = text.slice(from).toLowerCase()
  return tags.some((tag) => tag.startsWith(end)) ? end.length : 0
}

function firstOf(text: string, tags: string[]): { at: number; length: number } | null {
  const lower = text.toLowerCase()
  return tags.reduce<{ at: number; length: number } | null>((first, tag) => {
    const at = lower.indexOf(tag)
    return at >= 0 && (!first || at < first.at) ? { at, length: tag.length } : first
  }, null)
}

/** In a fenced block, or between backticks of one line. */
function isInCode(before: string): boolean {
  if (endsInCode(before)) return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return (line.match(/`/g)?.length ?? 0) % 2 === 1
}

/** A part of a stream in which all reasoning is separated from the answer. */
export type SplitPart = LanguageModelV4StreamPart | Extract<Piece, { type: 'replace' }>
