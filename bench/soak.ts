// Memory after many finished runs: no finished run may stay in it. Goal: flat from 1,000 to 5,000.
import { load } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

await using stage = await openStage({ nodeOptions: '--expose-gc' })
const { url, key, employee_id } = stage.alongside.ready
const headers = { authorization: `Bearer ${key}` }
const path = `/api/private/employee/${employee_id}/messages`
const megabytes = async () => (await stage.alongside.memory()).resident / 1024 / 1024

let sent = 0
const shot = () => ({
  path,
  headers,
  body: { message: 'write 50 words', channel: 'api', conversation: { id: `c${++sent}` }, contact: { id: `p${sent}` } },
})
for (const goal of [1000, 2000, 3000, 4000, 5000]) {
  while (sent < goal) await load(url, shot, { clients: 16, seconds: 0.5 })
  console.log(`after ${sent} finished runs: ${(await megabytes()).toFixed(0)} MB resident`)
}
