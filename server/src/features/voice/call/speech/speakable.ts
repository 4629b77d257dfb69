import { nameSources } from '../../../conversations/name-sources.ts'

const IMAGE = /!\[([^\]]*)\]\([^)]*\)/g
const LINK = /\[([^\]]+)\]\([^)\s]*(?:\s+"[^"]*")?\)/g
const ADDRESS = /\bhttps?:\/\/(?:www\.)?([^\s/?#)\]>]+)[^\s)\]>]*/gi
const NOTE = /\[\^[^\]]+\]/g
const TAG = /<\/?[a-z][^>]{0,200}>/gi
const EMPHASIS = /(\*\*\*|\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g
const SINGLE_EMPHASIS = /(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu
const CODE = /`+([^`\n]+)`+/g
const LINE_MARK = /^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?)+/gm
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/gm
const PICTURE = /\p{Extended_Pictographic}|\ufe0f|\u200d/gu

/** A passage of an answer as a person would read it aloud: without marks, and without what only eyes can use. */
export function speakable(passage: string): string {
  const text = nameSources(passage, true)
    .replace(RULE, '')
    .replace(LINE_MARK, '')
    .replace(IMAGE, '$1')
    .replace(LINK, '$1')
    .replace(ADDRESS, '$1')
    .replace(NOTE, '')
    .replace(TAG, ' ')
    .replace(CODE, '$1')
    .replace(EMPHASIS, '$2')
    .replace(SINGLE_EMPHASIS, '$2')
    .replace(PICTURE, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,!?])/g, '')
    .trim()
  // Marks alone, such as what is left of a rule, say nothing.
  return /[\p{L}\p{N}]/u.test(text) ? text : ''
}
