import pg from 'pg'
import { WebSocket } from 'ws'
import type { Alongside, openStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof openStage>>

/** Lets the stage's teammate listen and speak with the models of `bench/servers/speech-vendor.ts`. */
export async function giveVoice({ database_url, alongside }: Stage): Promise<void> {
  const database = new pg.Client(database_url)
  await database.connect()
  const added = (model: string, column: string) =>
    database.query(
      `insert into ai_models (provider, model, name, ${column}) values ('custom', $1, $1, true) returning id`,
      [model],
    )
  const speaker = await added('speaks', 'is_tts')
  const listener = await added('listens', 'is_stt')
  await database.query("update ai_employees set tts_model = $1, stt_model = $2, voice = 'clear' where id = $3", [
    speaker.rows[0]?.id,
    listener.rows[0]?.id,
    alongside.ready.employee_id,
  ])
  await database.end()
}

/** Opens the socket of a call in a conversation of its own. */
export async function openCallSocket(
  { url, organization_id, employee_id }: Alongside,
  cookie: string,
): Promise<WebSocket> {
  const response = await fetch(`${url}/chat/realtime/employee/create-session/${organization_id}/${employee_id}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ create_new_conversation: true }),
  })
  if (!response.ok) throw new Error(`A session was answered ${response.status}: ${await response.text()}`)
  const { session_id } = (await response.json()) as { session_id: string }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/chat/realtime?session=${session_id}`)
  await new Promise((opened, failed) => socket.once('open', opened).once('error', failed))
  return socket
}
