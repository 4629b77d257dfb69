import type { Words } from '../../../lib/i18n.ts'
import type { teammateVersionMessages } from './messages.ts'

export const ru: Words<typeof teammateVersionMessages> = {
  compare: 'Сравнение',
  withBefore: 'Изменения в каждой версии',
  withNow: 'В сравнении с текущей',
  fields: {
    name: 'Имя',
    role: 'Роль',
    description: 'Описание',
    instructions: 'Инструкции',
    model: 'Модель для чата',
    reasoning: 'Рассуждения',
    tts_model: 'Модель для озвучивания',
    voice: 'Голос',
    stt_model: 'Модель для распознавания речи',
    tools: 'Инструменты',
    workflow_ids: 'Процессы',
    skills_folder_id: 'Папка навыков',
    channel: 'Канал',
    show_thinking: 'Показывать ход мыслей',
  },
  empty: 'пусто',
  on: 'Да',
  off: 'Нет',
  auto: 'Авто',
  none: 'Нет',
  aFolder: 'Папка',
  unknownModel: 'Модель, которой больше нет в списке',
  asksFirst: (tool) => `${tool} (с разрешения)`,
  before: 'Было',
  after: 'Стало',
}
