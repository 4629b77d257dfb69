import { pluralRu, type Words } from '../../../lib/i18n.ts'
import type { peopleMessages } from './messages.ts'

const people = (count: number) => `${count} ${pluralRu(count, ['человек', 'человека', 'человек'])}`

export const ru: Words<typeof peopleMessages> = {
  people: 'Люди',
  find: 'Найти человека',
  invite: 'Пригласить',
  failed: 'Не удалось загрузить список людей',
  noneFound: 'Никого не нашлось',
  noneFoundText: 'Попробуйте другое имя, почту или группу.',
  clearSearch: 'Сбросить поиск',
  name: 'Имя',
  role: 'Роль',
  roles: { owner: 'Владелец', admin: 'Администратор', member: 'Участник' },
  roleOf: (name) => `Роль: ${name}`,
  roleChanged: (name, role) =>
    `${name} — теперь ${{ owner: 'владелец', admin: 'администратор', member: 'участник' }[role]}`,
  roleFailed: 'Не удалось изменить роль. Попробуйте ещё раз.',
  groups: 'Группы доступа',
  noGroups: 'Нет',
  allTeammates: 'Все сотрудники',
  lastSeen: 'Был в сети',
  notSeen: 'Нет недавней активности',
  you: 'Вы',
  select: (name) => `Выбрать: ${name}`,
  selectAll: 'Выбрать всех',
  remove: 'Исключить',
  removeLabel: (name) => `Исключить: ${name}`,
  removeTitle: (count, name) => (count === 1 ? `Исключить: ${name}?` : `Исключить ${people(count)}?`),
  removeText: (organization) => `Доступ к организации «${organization}» пропадёт сразу. Чаты и файлы останутся.`,
  removed: (count, name) => `Из организации исключено: ${count === 1 ? name : people(count)}`,
  removeFailed: 'Не удалось исключить. Попробуйте ещё раз.',
  restored: 'Все снова в организации',
  restoreFailed: 'Не удалось вернуть.',
  leave: 'Выйти',
  leaveTitle: (organization) => `Выйти из организации «${organization}»?`,
  leaveText: 'Доступ пропадёт сразу. Вернуть вас сможет администратор.',
  leaveFailed: 'Не удалось выйти. Попробуйте ещё раз.',
}
