// A tab that joins in the middle of an answer, against the row in the database, which is saved once a second: how far what
// it reads is behind what the others have heard. Goal: p99 at most 250 ms.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { request } from 'undici'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const answers = Number(process.argv[2] ?? 5)
const modelArgs = ['--tokens', '300', '--every', '30']
await using stage = await openStage({ model: 'bench/servers/stamps.ts', modelArgs })
const { url, organization_id, employee_id, cookie, ws_token } = stage.alongside.ready
const path = `${url}/api/organizations/${organization_id}/employees/${employee_id}/messages`
const headers = { 'content-type': 'application/json', cookie }
const database = new pg.Client({ connectionString: stage.database_url })
await database.connect()

/** When each delta of the answer that grows was heard. */
let heard: number[] = []
const socket = io(url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
await new Promise((ready) => socket.on('ready', ready))
socket.on('message_delta', ({ index }: { index: number }) => {
  heard[index] = performance.now()
})

/** How long ago the first delta was heard that the read lacks. */
function behind(asked: number, stream_index: number): number {
  const missing = heard[stream_index]
  return missing === undefined || missing > asked ? 0 : asked - missing
}

const [read, saved]: number[][] = [[], []]
for (let answer = 0; answer < answers; answer++) {
  heard = []
  let isDone = false
  socket.once('message_done', () => {
    isDone = true
  })
  const body = JSON.stringify({ message: 'Hello', create_new_conversation: true })
  const accepted = await request(path, { method: 'POST', headers, body })
  const { assistant_message_id: id } = (await accepted.body.json()) as { assistant_message_id: string }
  while (!isDone) {
    await sleep(50 + Math.random() * 100)
    const asked = performance.now()
    const page = (await (await request(path, { headers })).body.json()) as {
      data: { status: string; stream_index: number }[]
    }
    const [newest] = page.data
    if (newest?.status === 'in_progress') read?.push(behind(asked, newest.stream_index))
    const again = performance.now()
    const { rows } = await database.query('select status, stream_index from messages where id = $1', [id])
    if (rows[0]?.status === 'in_progress') saved?.push(behind(again, rows[0].stream_index))
  }
}
socket.disconnect()
await database.end()
report('what a tab that joins is behind', read ?? [], saved ?? [])
