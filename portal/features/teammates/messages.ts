import { catalogue } from '../../lib/i18n.ts'

export const teammateMessages = catalogue(
  {
    teammates: 'Teammates',
    find: 'Find a teammate',
    noneFound: 'Nobody by that name or role.',
    none: 'No teammates yet',
    loading: 'Loading teammates',
    failed: 'The teammates could not be loaded.',
    retry: 'Try again',
    assistant: 'Your personal assistant',
  },
  {
    ru: {
      teammates: 'Сотрудники',
      find: 'Найти сотрудника',
      noneFound: 'Никого с таким именем или ролью.',
      none: 'Сотрудников пока нет',
      loading: 'Загружаем сотрудников',
      failed: 'Не удалось загрузить сотрудников.',
      retry: 'Повторить',
      assistant: 'Ваш личный помощник',
    },
  },
)
