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
  nothingText: (text) => `Ни одно название и ни один текст здесь не содержит «${text}».`,
  noPassages: 'Подходящих отрывков нет.',
  noMeaning: 'Поиск по смыслу здесь недоступен; искали точный текст.',
  page: (page) => `Страница ${page}`,
  slide: (slide) => `Слайд ${slide}`,
  sheet: (name) => `Лист ${name}`,
  lines: (from, to) => (from === to ? `строка ${from}` : `строки ${from}–${to}`),
  matches: (count) => `${count} ${pluralRu(count, ['совпадение', 'совпадения', 'совпадений'])}`,
  files: (count, more) => `Файлов: ${more ? 'больше ' : ''}${count}`,
  notAll: 'Перечислены первые из них. Добавьте слов или ищите внутри папки.',
}
