import type { Config } from '#platform/config.ts'

/** The address to which Telegram sends the updates of a teammate's bot. */
export const webhookUrl = ({ BASE_URL }: Config, employee_id: string): string =>
  `${BASE_URL}/webhooks/telegram/${employee_id}`
