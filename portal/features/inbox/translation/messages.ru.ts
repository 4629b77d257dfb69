import type { Words } from '../../../lib/i18n.ts'
import type { translationMessages } from './messages.ts'

export const ru: Words<typeof translationMessages> = {
  title: 'Перевод',
  text: 'Добавляет к сообщениям контактов во входящих ссылку «Перевести».',
  onDemand: 'Переводить по запросу',
  onDemandHint: 'Переводит модель сотрудника; это стоит примерно как ответ. Каждое сообщение оплачивается один раз.',
  notSaved: 'Не удалось сохранить. Прежняя настройка осталась.',
  translate: 'Перевести',
  translating: 'Переводим…',
  hide: 'Скрыть перевод',
  translated: 'Перевод',
  failed: 'Не удалось перевести.',
}
