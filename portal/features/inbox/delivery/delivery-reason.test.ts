import { expect, test, vi } from 'vitest'

vi.stubGlobal('addEventListener', () => undefined)
const { deliveryReason, unconfirmed } = await import('./delivery-reason.ts')
const { deliveryMessages } = await import('./messages.ts')
const { ru } = await import('./messages.ru.ts')

test.each([
  ['No Microsoft Teams bot is connected', 'к Microsoft Teams не подключён бот.'],
  ['No Slack app is connected', 'к Slack не подключён бот.'],
  ['Telegram is unavailable (502)', 'Telegram недоступен.'],
  ['Slack is unavailable (503).', 'Slack недоступен.'],
  ['Microsoft Teams asks to wait 3600 s', 'Microsoft Teams просит подождать.'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'платформа чата недоступна.'],
  ['missing_scope (needed: chat:write)', 'приложению Slack не хватает разрешений: chat:write.'],
  ['channel_not_found', 'чата больше нет, или бота в нём нет.'],
  ['Bad Request: chat not found', 'чата больше нет, или бота в нём нет.'],
  ['Forbidden: bot was blocked by the user', 'человек заблокировал бота.'],
  ['is_archived', 'канал в архиве.'],
  ['token_revoked', ru.tokenRefused],
  ['invalid_auth', ru.tokenRefused],
  ['AADSTS7000222: The provided client secret keys are expired.', ru.tokenRefused],
  ['The message was deleted', 'оно удалено.'],
])('“%s” is shown in the language of the page', (error, sentence) => {
  expect(deliveryReason(error, ru)).toBe(sentence)
  expect(deliveryReason(error, deliveryMessages.en)).not.toBe(error)
})

test('what only the platform knows stays in its words', () => {
  expect(deliveryReason('msg_blocked_by_dlp', ru)).toBe('msg_blocked_by_dlp')
})

test('of a message that may have arrived the platform is named where the server names it', () => {
  const known = unconfirmed('It is not known whether Telegram has sent it: socket hang up', deliveryMessages.en)
  expect(known).toContain('Telegram didn’t confirm this message')
  for (const error of ['An earlier attempt ended in the middle: it may have arrived', null])
    expect(unconfirmed(error, ru)).toBe(ru.mayHaveArrived)
})
