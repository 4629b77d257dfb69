import { z } from 'zod'
import { type ExactFindings, StorageQuery } from '#contracts/storage-search.ts'
import { storageTool, topPath } from '../../storage/storage-tool.ts'
import { searchExactly } from '../exact/exact-search.ts'
import { isSemanticPossible } from '../is-semantic-possible.ts'
import { searchSemantically } from '../semantic/semantic-search.ts'
import { citedFinding, citedLines, fitting } from './cited-passages.ts'

const MAX_OTHERS = 40
/** So many files a search counts at most. */
const MAX_MATCHED = 1000
const CITING = 'Each passage has a `cite`: name it in the answer, so that people can look it up.'

const input = (what: string) =>
  z.object({
    query: StorageQuery.shape.q.describe(what),
    path: topPath('The file or folder to search in'),
  })

const semanticSearch = storageTool('semantic_search', {
  is_read_only: true,
  is_available: isSemanticPossible,
  description: `Finds the passages of documents that are about a question or subject, whatever words they use. ${CITING}`,
  input: input('A question or subject, in words'),
  advice: {
    SEMANTIC_SEARCH_UNAVAILABLE: 'Use storage.search instead: it finds exact words, so look for one or two at a time.',
  },
  async call({ ctx, teammate, signal }, { query, path }) {
    const { results } = await searchSemantically(ctx, { q: query, path }, teammate, signal)
    const found = results.map(citedFinding)
    const shown = fitting(found)
    if (found.length === 0) return { results: [], note: 'Nothing was found. Try storage.search with a single word.' }
    return { results: shown, ...(shown.length < found.length && { note: leftOut(found.length - shown.length) }) }
  },
})

const search = storageTool('search', {
  is_read_only: true,
  description: `Finds files whose text has these characters in a row, with or without capitals and accents: a name, a number, a word. ${CITING}`,
  input: input('The characters to look for: best a single word or a part of one'),
  async call({ ctx, teammate, signal }, { query, path }) {
    const findings = await searchExactly(ctx, { q: query, path }, teammate, signal)
    const found = findings.results.flatMap(citedLines)
    const shown = fitting(found)
    const others = findings.results.filter(({ lines }) => !lines).map(({ path }) => path)
    const left_out = found.length - shown.length
    const notes = [
      findings.matched_files === 0 && 'No text has these characters in a row. Try a single word, or a part of one.',
      left_out > 0 && leftOut(left_out),
      coverage(findings, others),
    ]
    const note = notes.filter(Boolean).join(' ')
    return {
      matched_files: findings.matched_files,
      truncated: findings.truncated,
      resultsTruncated: findings.resultsTruncated || left_out > 0 || others.length > MAX_OTHERS,
      results: shown,
      ...(others.length > 0 && { other_files: others.slice(0, MAX_OTHERS) }),
      ...(note !== '' && { note }),
    }
  },
})

const leftOut = (count: number) =>
  `${count} more passages were left out; look for something rarer, or give a narrower path.`

function coverage({ truncated, resultsTruncated, matched_files }: ExactFindings, others: string[]): string | false {
  if (truncated && matched_files >= MAX_MATCHED)
    return `More than ${MAX_MATCHED} files match; look for something rarer, or give a narrower path.`
  if (truncated) return 'There was not enough time to search every file; give a narrower path.'
  if (resultsTruncated || others.length > MAX_OTHERS)
    return `Not all of the ${matched_files} files are named; a narrower path shows the others.`
  return false
}

export const tools = [semanticSearch, search]
