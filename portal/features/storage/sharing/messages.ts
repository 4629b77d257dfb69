import { catalogue } from '../../../lib/i18n.ts'

export const sharingMessages = catalogue(
  {
    title: (name: string) => `Share ${name}`,
    text: 'With everything that lies in it. Whoever may write may read as well.',
    close: 'Close',
    failed: 'That could not be changed',
    permissions: { read: 'May read', write: 'May write' },
    permissionOf: (name: string) => `What ${name} may do`,
    remove: (name: string) => `Take the folder back from ${name}`,
    fullAccess: 'Has full access to the whole storage',
    inherited: (path: string) => `Through the folder ${path}`,
    add: 'Give it to another teammate',
    find: 'Find a teammate',
    none: 'Nobody by that name or role.',
    nobodyElse: 'Every teammate has this folder already.',
  },
  {
    ru: {
      title: (name) => `Доступ к «${name}»`,
      text: 'Вместе со всем, что внутри. Кто может писать, может и читать.',
      close: 'Закрыть',
      failed: 'Изменить не удалось',
      permissions: { read: 'Чтение', write: 'Запись' },
      permissionOf: (name) => `Что может ${name}`,
      remove: (name) => `Закрыть доступ: ${name}`,
      fullAccess: 'Полный доступ ко всем файлам',
      inherited: (path) => `Через папку ${path}`,
      add: 'Открыть доступ ещё одному сотруднику',
      find: 'Найти сотрудника',
      none: 'Никого с таким именем или ролью.',
      nobodyElse: 'Доступ уже есть у всех сотрудников.',
    },
  },
)
