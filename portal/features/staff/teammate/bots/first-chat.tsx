import type { BotApi, BotState } from './bot-api.ts'
import { FirstMessage } from './first-message.tsx'
import { useChats } from './use-chats.ts'

type FirstChatProps<Bot extends BotState> = {
  api: BotApi<Bot>
  state: Bot
  employeeId: string
  wait: string
  done: string
}

/** For a platform that shows no other sign of a first message than its chat; those of an earlier bot prove nothing. */
export function FirstChat<Bot extends BotState>({ api, state, employeeId, wait, done }: FirstChatProps<Bot>) {
  const { data } = useChats(api, employeeId)
  const hasArrived = data?.some(({ last_seen_at }) => last_seen_at >= (state.connected_at ?? '')) ?? false
  if (!data) return null
  return <FirstMessage hasArrived={hasArrived} wait={wait} done={done} />
}
