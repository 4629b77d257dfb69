import { z } from 'zod'
import type { ChannelBotRow } from '../table.ts'

const BotData = z.object({ waiting: z.object({ messages: z.int(), last_failed_at: z.iso.datetime() }) })
/** While Telegram cannot deliver to this server: what waits there. */
export type BotData = z.infer<typeof BotData>

export const dataOf = ({ platform_data }: ChannelBotRow): BotData | null =>
  platform_data && BotData.parse(platform_data)

/** Of a bot whose messages arrive, as far as is known. */
export const NO_PROBLEM = { webhook_problem: null, webhook_error: null, platform_data: null }
