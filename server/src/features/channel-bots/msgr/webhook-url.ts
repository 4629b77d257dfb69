import type { Config } from '#platform/config.ts'

/** Where the platform sends what is said to a teammate's bot. */
export const webhookUrl = ({ BASE_URL }: Config, employee_id: string): string =>
  `${BASE_URL}/webhooks/telegram/${employee_id}`
