import { inlineText } from '#platform/markdown/inline-text.ts'
import { mapProse } from '#platform/markdown/map-prose.ts'
import { nameSources } from '../../../conversations/messages/name-sources.ts'

const ADDRESS = /\bhttps?:\/\/(?:www\.)?([^\s/?#)\]>]+)[^\s)\]>]*/gi
const NOTE = /\[\^[^[\]]+\]/g
const DEFINITION = /^[ \t]*\[[^\]\n]+\]:\s+\S.*$/gm
/** A link whose address is elsewhere in the answer. */
const REFERENCE = /!?\[([^[\]]+)\]\[[^[\]]*\]/g
const TAG = /<\/?[a-z][^>]{0,200}>|<!--[^<>]*-->/gi
const LINE_MARK = /^(?:[ \t]|#{1,6}[ \t]+|>|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)+/gm
const RULE = /^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$/gm
/** Of which the other one is in another passage. */
const SINGLE_MARK = /\*{2,}|(?<![\p{L}\p{N}_])__(?!_)|(?<!_)__(?![\p{L}\p{N}_])/gu
const PICTURE = /\p{Extended_Pictographic}|\ufe0f|\u200d/gu

/** A passage of an answer as a person would read it aloud: without marks, and without what only eyes can use. */
export function speakable(passage: string): string {
  const prose = nameSources(passage, true)
    .replace(NOTE, '')
    .replace(DEFINITION, '')
    .replace(RULE, '')
    .replace(LINE_MARK, '')
  const text = inlineText(mapProse(prose, (each) => each.replace(REFERENCE, '$1').replace(TAG, ' ')))
    .replace(ADDRESS, '$1')
    .replace(SINGLE_MARK, '')
    .replace(PICTURE, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,!?])/g, '')
    .trim()
  // Marks alone, such as what is left of a rule, say nothing.
  return /[\p{L}\p{N}]/u.test(text) ? text : ''
}
