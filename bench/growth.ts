// How cost grows: a chat of 10 to 10,000 messages, an organization of 10 to 100,000 conversations, one of 1,000 to a million
// runs, and 10 to 10,000 open sockets; each size in turns through the front door, beside a query by primary key and `whoami`.
// Goal: no exponent above 1, and lists that take as long at every size.
// npm run bench -- growth [chats | conversations | runs | sockets]
import { growByChats } from './growth/chats.ts'
import { growByConversations } from './growth/conversations.ts'
import { growByRuns } from './growth/runs.ts'
import { growBySockets } from './growth/sockets.ts'
import { openGrowthStage } from './growth/stage.ts'

const wanted = process.argv.slice(2)
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part)

const filled = { chats: growByChats, conversations: growByConversations, runs: growByRuns }
for (const [part, grow] of Object.entries(filled)) {
  if (!isWanted(part)) continue
  await using stage = await openGrowthStage()
  await grow(stage)
}
if (isWanted('sockets')) await growBySockets()
