import { pluralRu, type Words } from '../../../lib/i18n.ts'
import type { editorMessages } from './messages.ts'

export const ru: Words<typeof editorMessages> = {
  title: 'Процесс',
  toList: 'Все процессы',
  missing: 'Такого процесса нет',
  missingText: 'Возможно, его удалили. Удалённые процессы можно восстановить в списке.',
  failed: 'Не удалось загрузить процесс',
  tabs: 'Части процесса',
  tab: { flow: 'Схема', text: 'JSON', triggers: 'Триггеры', versions: 'Версии', general: 'Общее' },
  name: 'Название',
  nameRequired: 'Введите название.',
  description: 'Описание',
  descriptionHint: 'Для чего он, одним предложением: его читают коллеги, и по нему выбирают сотрудники.',
  unsaved: 'Есть несохранённые изменения',
  saved: 'Процесс сохранён',
  savedDraft: 'Сохранён как черновик. Он запустится, когда в нём не будет ошибок.',
  check: 'Ошибки',
  checking: 'Проверяем…',
  noProblems: 'Ошибок нет: этот процесс можно запускать.',
  problems: (count) => `${count} ${pluralRu(count, ['ошибка', 'ошибки', 'ошибок'])}`,
  brokenText: 'Это ещё не процесс: JSON не закончен, или в нём нет шагов с типом и названием.',
  conflict: 'Пока вы меняли процесс, его сохранил кто-то другой.',
  loadTheirs: 'Взять чужую версию',
  loadedTheirs: 'Заменено чужой версией',
  keepMine: 'Оставить мою',
  run: 'Запустить',
}
