import type { Config } from '#platform/config.ts'

/** Where Slack sends the events of a teammate's app. */
export const webhookUrl = ({ BASE_URL }: Pick<Config, 'BASE_URL'>, employee_id: string): string =>
  `${BASE_URL}/webhooks/slack/${employee_id}/events`
