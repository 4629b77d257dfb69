import { catalogue } from '../../../lib/i18n.ts'

export const searchMessages = catalogue('storage/search', {
  tooShort: 'Type at least two letters.',
  names: 'File names',
  texts: 'In contents',
  ways: 'Search mode',
  meaning: 'Semantic',
  exact: 'Exact text',
  searching: 'Searching',
  failed: 'Search failed',
  nothing: 'No results',
  nothingText: (text: string) => `No results for “${text}”.`,
  noPassages: 'No passages match.',
  noMeaning: 'Semantic search isn’t available here. Showing exact matches.',
  page: (page: number) => `Page ${page}`,
  slide: (slide: number) => `Slide ${slide}`,
  sheet: (name: string) => `Sheet ${name}`,
  lines: (from: number, to: number) => (from === to ? `line ${from}` : `lines ${from}–${to}`),
  matches: (count: number) => `${count} ${count === 1 ? 'match' : 'matches'}`,
  files: (count: string, more: boolean) => `${more ? 'more than ' : ''}${count} ${count === '1' ? 'file' : 'files'}`,
  notAll: 'Showing the first results. Refine your search or pick a folder.',
})
