import type { Words } from '../../lib/i18n.ts'
import type { labelMessages } from './messages.ts'

export const ru: Words<typeof labelMessages> = {
  title: 'Метки',
  label: 'Метка',
  all: 'Все метки',
  edit: 'Изменить метки',
  none: 'Меток нет',
  find: 'Найти или создать метку',
  chosen: 'выбрана',
  create: (name) => `Создать «${name}»`,
  failed: 'Не удалось изменить метки.',
  createFailed: 'Не удалось создать метку.',
  colors: {
    gray: 'Серый',
    red: 'Красный',
    orange: 'Оранжевый',
    yellow: 'Жёлтый',
    green: 'Зелёный',
    teal: 'Бирюзовый',
    blue: 'Синий',
    purple: 'Фиолетовый',
    pink: 'Розовый',
  },
}
