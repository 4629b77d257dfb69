import type { Words } from '../../lib/i18n.ts'
import type { inviteMessages } from './messages.ts'

const as = { admin: 'администратор', member: 'участник' }

export const ru: Words<typeof inviteMessages> = {
  title: 'Приглашение',
  loading: 'Загружаем приглашение',
  failed: 'Не удалось загрузить приглашение',
  join: (organization) => `Приглашение в «${organization}»`,
  invites: (inviter, organization, role) =>
    `${inviter ? `${inviter} приглашает вас` : 'Вас приглашают'} работать в «${organization}». Ваша роль: ${as[role]}.`,
  until: (date) => `Приглашение действует до ${date.replace(/\.$/, '')}.`,
  signIn: 'Войти и принять',
  signedInAs: (email) => `Вы вошли как ${email}.`,
  accept: 'Принять приглашение',
  acceptFailed: 'Не удалось принять приглашение. Попробуйте ещё раз.',
  forAnother: 'Это приглашение для другого адреса эл. почты.',
  useAnother: 'Войти в другой аккаунт',
  states: {
    Accepted: { title: 'Приглашение уже использовано', text: 'Если это были не вы, попросите новое.' },
    Cancelled: { title: 'Приглашение отменено', text: 'Если вы всё ещё хотите вступить, попросите новое.' },
    Expired: { title: 'Срок приглашения истёк', text: 'Попросите новое.' },
    missing: {
      title: 'Такого приглашения нет',
      text: 'Возможно, ссылка неполная. Откройте её ещё раз или попросите новую.',
    },
  },
  from: (inviter, organization) => `Его прислал ${inviter}, «${organization}».`,
  home: 'На главную',
}
