import { pluralRu, type Words } from '../../../lib/i18n.ts'
import type { accessGroupMessages } from './messages.ts'

export const ru: Words<typeof accessGroupMessages> = {
  title: 'Группы доступа',
  text: 'Участники видят сотрудников тех групп, в которых состоят. Владельцы и администраторы видят всех.',
  failed: 'Не удалось загрузить группы доступа',
  none: 'Групп доступа пока нет',
  noneText: 'Без них участники видят только личного помощника.',
  create: 'Новая группа',
  createTitle: 'Новая группа доступа',
  editTitle: 'Изменить группу доступа',
  name: 'Название',
  namePlaceholder: 'Поддержка',
  members: 'Люди',
  teammates: 'Сотрудники',
  noTeammates: 'Выбирать пока не из кого.',
  people: (count) => `${count} ${pluralRu(count, ['человек', 'человека', 'человек'])}`,
  teammateCount: (count) => `${count} ${pluralRu(count, ['сотрудник', 'сотрудника', 'сотрудников'])}`,
  saved: (name) => `Сохранено: ${name}`,
  saveFailed: 'Не удалось сохранить группу. Попробуйте ещё раз.',
  deleteTitle: (name) => `Удалить «${name}»?`,
  deleteText: (count) =>
    count === 0
      ? 'В ней никого нет. Сотрудники останутся.'
      : `${count} ${pluralRu(count, ['человек перестанет', 'человека перестанут', 'человек перестанут'])} видеть её сотрудников, если их не показывает другая группа. Сотрудники останутся.`,
  deleted: (name) => `Удалено: ${name}`,
  deleteFailed: 'Не удалось удалить группу. Попробуйте ещё раз.',
}
