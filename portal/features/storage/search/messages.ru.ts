import { pluralRu, type Words } from '../../../lib/i18n.ts'
import type { searchMessages } from './messages.ts'

export const ru: Words<typeof searchMessages> = {
  tooShort: 'Введите хотя бы две буквы.',
  names: 'По названию',
  texts: 'В тексте',
  ways: 'Как искать в тексте',
  meaning: 'По смыслу',
  exact: 'Точный текст',
  searching: 'Ищем',
  failed: 'Поиск не удался',
  nothing: 'Ничего не найдено',
  nothingText: (text) => `По запросу «${text}» ничего не найдено.`,
  noPassages: 'Подходящих отрывков нет.',
  noMeaning: 'Поиск по смыслу здесь недоступен. Показаны точные совпадения.',
  page: (page) => `Страница ${page}`,
  slide: (slide) => `Слайд ${slide}`,
  sheet: (name) => `Лист ${name}`,
  lines: (from, to) => (from === to ? `строка ${from}` : `строки ${from}–${to}`),
  matches: (count) => `${count} ${pluralRu(count, ['совпадение', 'совпадения', 'совпадений'])}`,
  files: (count, more) => `Файлов: ${more ? 'больше ' : ''}${count}`,
  notAll: 'Показаны первые результаты. Уточните запрос или выберите папку.',
}
