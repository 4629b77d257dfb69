import type { Page } from 'playwright-core'

/** Bots that have chats and a problem. They are answered here, and stay so: nobody connects one on this server. */
const CONNECTED_AT = '2026-01-12T09:30:00.000Z'
const shared = { enables_private_chats: false, is_access_decided: true, connected_at: CONNECTED_AT }

const TELEGRAM = {
  channel: 'msgr',
  status: 'active',
  bot: { id: '7000000001', username: 'corner_books_bot', name: 'Corner Books', reads_groups: false },
  webhook_url: 'https://alongside.example/webhooks/telegram/1',
  webhook_problem: 'failing',
  webhook_error: 'Wrong response from the webhook: 502 Bad Gateway',
  waiting: { messages: 3, last_failed_at: CONNECTED_AT },
  ...shared,
}
const SLACK = {
  channel: 'wchat',
  status: 'active',
  bot: { id: 'U0ADA', username: 'corner-books', team: { id: 'T0BOOKS', name: 'Corner Books', url: null } },
  events_url: 'https://alongside.example/webhooks/slack/1/events',
  has_received_events: false,
  has_refused_events: false,
  missing_scopes: ['files:read'],
  last_error: null,
  ...shared,
}
const TEAMS = {
  channel: 'tchat',
  status: 'invalid',
  bot: { app_id: '1a2b3c4d-1111-2222-3333-5e6f7a8b9c0d', tenant_id: '1a2b3c4d-1111-2222-3333-5e6f7a8b9c0e' },
  messaging_endpoint: 'https://alongside.example/webhooks/msteams/1/messages',
  error: 'AADSTS7000222: The provided client secret keys are expired.',
  ...shared,
}
const CHATS = [
  { channel_name: 'Vera Visitor', kind: 'private', status: 'enabled', is_waiting: false },
  { channel_name: 'Warehouse and deliveries · Late parcels', kind: 'group', status: 'disabled', is_waiting: true },
]

const showBot = (segment: string, bot: object) => async (page: Page) => {
  const data = CHATS.map((chat, n) => ({
    ...chat,
    created_at: CONNECTED_AT,
    last_seen_at: CONNECTED_AT,
    id: `00000000-0000-4000-8000-00000000000${n}`,
    chat_id: `${n}`,
  }))
  await page.route(new RegExp(`/employees/[^/]+/${segment}$`), (route) => route.fulfill({ json: bot }))
  await page.route(new RegExp(`/${segment}/chats`), (route) =>
    route.fulfill({ json: { data, page: 1, limit: 20, total: data.length, hasMore: false } }),
  )
  await page.reload()
  const switches = page.getByRole('switch', { name: 'Vera Visitor' })
  await switches.first().waitFor()
  await switches.first().scrollIntoViewIfNeeded()
}

export const showTelegramBot = showBot('telegram', TELEGRAM)
export const showSlackApp = showBot('slack', SLACK)
export const showTeamsBot = showBot('msteams', TEAMS)

/** The steps by which one is connected, in whichever language the page is. */
const openSetUp = (platform: string) => async (page: Page) => {
  await page.unrouteAll()
  await page.reload()
  await page.getByRole('button', { name: new RegExp(`(Set up|Настроить): ${platform}`) }).click()
  await page.getByRole('button', { name: new RegExp(`(Connect|Подключить): ${platform}`) }).scrollIntoViewIfNeeded()
}

export const openSlackSetUp = openSetUp('Slack')
export const openTeamsSetUp = openSetUp('Microsoft Teams')
