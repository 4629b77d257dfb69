import type { Config } from '#platform/config.ts'

/** The address that the bot is given at Microsoft. */
export const messagingEndpoint = ({ BASE_URL }: Config, employee_id: string): string =>
  `${BASE_URL}/webhooks/msteams/${employee_id}/messages`
