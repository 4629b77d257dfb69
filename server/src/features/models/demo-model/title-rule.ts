import { withoutMark } from './voice/demo-hearing.ts'

/** How the demo model names a conversation when it is asked to: after the question's first words. */
const REQUEST = /^Name this conversation\.\s+Person: ([\s\S]*?)(?:\n\nTeammate: |$)/

const LONGEST = 48

/** By what a word begins with, in English and Russian; the first that fits. */
const icons: [string, RegExp][] = [
  ['delivery', /\b(parcel|deliver|shipment|shipping)|посылк|достав/iu],
  ['cart', /\b(order|buy|shop)|заказ|купи/iu],
  ['money', /\b(pay|price|invoice|refund|cost|budget)|плат|цен|счёт|счет/iu],
  ['mail', /\b(mail|email|letter)|письм|почт/iu],
  ['calendar', /\b(meeting|calendar|schedule|appointment)|встреч|расписани/iu],
  ['bug', /\b(bug|error|crash|broken)|ошибк|слом/iu],
  ['code', /\b(code|function|script|program)|код\b|программ/iu],
  ['table', /\b(table|spreadsheet)|таблиц/iu],
  ['chart', /\b(chart|graph|statistic)|график|статистик/iu],
  ['document', /\b(document|report|file|markdown)|документ|отч[её]т|файл/iu],
  ['translate', /\b(translat)|перев[её]д|перевод/iu],
  ['travel', /\b(travel|trip|flight|hotel)|поезд|путешеств/iu],
  ['legal', /\b(contract|legal|law)|договор|закон/iu],
  ['people', /\b(team|colleague|hire|people)|команд|коллег/iu],
  ['image', /\b(picture|image|photo)|картин|фото/iu],
  ['search', /\b(find|search|look)|найди|поиск/iu],
  ['idea', /\b(idea|suggest)|иде[яию]/iu],
  ['question', /\?\s*$/u],
]

/** The JSON that was asked for, or null where something else is wanted. */
export function titleFor(message: string): string | null {
  const [, question] = REQUEST.exec(message) ?? []
  if (question === undefined) return null
  const line = withoutMark(question.trim().split('\n', 1)[0] ?? '')
  const icon = icons.find(([, words]) => words.test(line))?.[0] ?? 'chat'
  return JSON.stringify({ title: shortened(line.replace(/(?<![\s?!.,:;])[\s?!.,:;]+$/u, '')) || 'Chat', icon })
}

/** Ends with a whole word where there is one. */
function shortened(line: string): string {
  if (line.length <= LONGEST) return line
  const cut = line.slice(0, LONGEST)
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut
}
