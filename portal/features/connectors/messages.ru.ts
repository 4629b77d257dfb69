import { pluralRu, type Words } from '../../lib/i18n.ts'
import type { connectorMessages } from './messages.ts'

const toolsOf = (count: number, shown: string) =>
  `${shown} ${pluralRu(count, ['инструмент', 'инструмента', 'инструментов'])}`

export const ru: Words<typeof connectorMessages> = {
  title: 'Коннекторы',
  text: 'Серверы инструментов для сотрудников: CRM, трекер задач и всё, что поддерживает Model Context Protocol (MCP).',
  readOnly: 'Только просмотр. Коннекторы настраивают владельцы и администраторы.',
  failed: 'Не удалось загрузить коннекторы',
  none: 'Коннекторов пока нет',
  noneText:
    'Коннектор — это адрес сервера MCP. Настройте его один раз и назначьте сотрудникам на их страницах: они получат его инструменты.',
  create: 'Новый коннектор',
  createTitle: 'Новый коннектор',
  editTitle: (name) => `Изменить ${name}`,
  name: 'Название',
  namePlaceholder: 'CRM',
  nameHint: (toolset) => `По нему называются инструменты, например ${toolset}__search.`,
  type: 'Тип',
  types: { simple: 'Сервер', oauth: 'Учётная запись' },
  typeHints: {
    simple: 'Сервер, адрес которого вы знаете. Тип потом не изменить.',
    oauth: 'Служба, которой сотрудник пользуется с подключённой к нему учётной записью. Тип потом не изменить.',
  },
  address: 'Адрес',
  addressHint: 'Вместо переменной напишите {{NAME}}.',
  headers: 'Заголовки',
  headersHint: 'Отправляются с каждым запросом. Ключи храните в секретных переменных, например Bearer {{CRM_KEY}}.',
  service: 'Служба',
  unavailable: (name) => `${name} (не настроено)`,
  noneAvailable: 'Эти службы не настроены оператором платформы.',
  someUnavailable: 'Остальные службы должен настроить оператор платформы.',
  save: 'Сохранить',
  saved: (name) => `Сохранено: ${name}`,
  saveFailed: 'Не удалось сохранить коннектор. Попробуйте ещё раз.',
  edit: 'Изменить',
  delete: 'Удалить',
  more: (name) => `Другие действия: ${name}`,
  deleteTitle: (name) => `Удалить «${name}»?`,
  deleteText: (count) =>
    count === 0
      ? 'Он никому не назначен. Отменить это нельзя.'
      : `Его инструментов сразу ${pluralRu(count, ['лишится', 'лишатся', 'лишатся'])} ${count} ${pluralRu(count, ['сотрудник', 'сотрудника', 'сотрудников'])}. Отменить это нельзя.`,
  teammates: (count) => `назначен ${count} ${pluralRu(count, ['сотруднику', 'сотрудникам', 'сотрудникам'])}`,
  deleted: (name) => `Удалено: ${name}`,
  deleteFailed: 'Не удалось удалить коннектор. Попробуйте ещё раз.',
  health: { unknown: 'Неизвестно', working: 'Работает', failing: 'Не работает' },
  test: 'Проверить',
  testOf: (name) => `Проверить: ${name}`,
  tested: (name, count, shown) => `${name} работает: ${toolsOf(count, shown)}`,
  testFailed: 'Не удалось проверить коннектор. Попробуйте ещё раз.',
  tools: (count, shown) => toolsOf(count, shown),
  toolsOf: (name) => `Инструменты: ${name}`,
  notListed: 'Список инструментов ещё не получен',
  tokens: (count) => `около ${count} токенов в каждом вызове`,
  tokensLazily: (count) => `около ${count} токенов при загрузке`,
  noTools: 'У этого сервера нет инструментов.',
  notListedText: 'Сервер ещё не сообщил, какие у него инструменты. Проверьте коннектор, чтобы спросить его.',
  toolsFailed: 'Не удалось загрузить инструменты',
  noDescription: 'Сервер ничего о нём не говорит.',
}
