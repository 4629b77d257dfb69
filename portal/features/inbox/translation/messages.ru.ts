import type { Words } from '../../../lib/i18n.ts'
import type { translationMessages } from './messages.ts'

export const ru: Words<typeof translationMessages> = {
  title: 'Перевод',
  text: 'Во входящих под словами собеседника появится ссылка, которая переводит их на язык этих страниц.',
  onDemand: 'Переводить по запросу',
  onDemandHint: 'Переводит модель сотрудника, и это стоит как ответ. За каждое сообщение платят один раз.',
  notSaved: 'Не удалось сохранить. Прежняя настройка осталась.',
  translate: 'Перевести',
  translating: 'Переводим…',
  hide: 'Скрыть перевод',
  translated: 'Перевод',
  failed: 'Не удалось перевести.',
}
