import { catalogue } from '../../../lib/i18n.ts'

export const searchMessages = catalogue('storage/search', {
  tooShort: 'Type at least two letters.',
  names: 'By name',
  texts: 'In the text',
  ways: 'How the text is searched',
  meaning: 'By meaning',
  exact: 'Exact text',
  searching: 'Searching',
  failed: 'The search failed',
  nothing: 'Nothing found',
  nothingText: (text: string) => `No name and no text here matches “${text}”.`,
  noPassages: 'No passage matches.',
  noMeaning: 'Searching by meaning is not available here; the exact text was searched.',
  page: (page: number) => `Page ${page}`,
  slide: (slide: number) => `Slide ${slide}`,
  sheet: (name: string) => `Sheet ${name}`,
  lines: (from: number, to: number) => (from === to ? `line ${from}` : `lines ${from}–${to}`),
  matches: (count: number) => `${count} ${count === 1 ? 'match' : 'matches'}`,
  files: (count: string, more: boolean) => `${more ? 'more than ' : ''}${count} ${count === '1' ? 'file' : 'files'}`,
  notAll: 'The first of them are listed. Search for more words, or in a folder.',
})
