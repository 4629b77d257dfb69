// Bots on chat platforms: how soon a platform is answered while it sends 100 messages a second (goal: p99 50 ms), and how long it
// takes from a message to the first request of its answer, without the model's time. The floor of the first is a bare server's
// transaction of three statements at the same rate. The goal of the second is 0.8 of Telegram's before there were Slack and Teams
// (commit acbb9e74), measured in turns with a server of that commit; this bench compares the platforms of today with each other.
import { setTimeout as sleep } from 'node:timers/promises'
import { startSlackDouble } from '#testing/doubles/slack.ts'
import { startTeamsDouble } from '#testing/doubles/teams.ts'
import { startTelegramDouble } from '#testing/doubles/telegram.ts'
import { median, quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const PER_SECOND = 100
const SECONDS = Number(process.argv[2] ?? 10)
/** The name of one platform, or none for all. */
const picked = process.argv[3] ?? ''
/** Before it is measured, because a process that has just started is slower. */
const WARM_UP_SECONDS = 3
const ANSWERS = 30

type Accepted = { status: number | null }
type Platform = {
  name: string
  /** Someone writes; resolves when the webhook has answered. */
  say(person: number, text: string): Promise<Accepted>
  /** How many requests the bot has made that send something. */
  sent(): number
}

const telegram = await startTelegramDouble()
const slack = await startSlackDouble()
const teams = await startTeamsDouble()
await using stage = await openStage({
  model: 'bench/servers/timed-model.ts',
  settings: { ...telegram.env, ...slack.env, ...teams.env },
})
const { url, organization_id, employee_id, cookie } = stage.alongside.ready
const path = `/api/organizations/${organization_id}/employees/${employee_id}`

async function call(method: string, at: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}${path}${at}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${answer}`)
  return answer === '' ? null : JSON.parse(answer)
}

const platforms: Platform[] = [await onTelegram(), await onSlack(), await onTeams()]

async function onTelegram(): Promise<Platform> {
  const bot = telegram.newBot()
  telegram.reach(url)
  await call('POST', '/telegram', { token: bot.token })
  await call('PATCH', '/telegram', { enables_private_chats: true })
  const people = Array.from({ length: 2000 }, (_, n) => telegram.newPerson({ first_name: `Person ${n}` }))
  return {
    name: 'Telegram',
    say: (person, text) => telegram.say(bot, { from: people[person % people.length], text }),
    sent: () => telegram.sent.length,
  }
}

async function onSlack(): Promise<Platform> {
  const app = slack.createApp(await call('GET', '/slack/manifest'))
  slack.reach(url)
  await call('POST', '/slack', { bot_token: app.token, signing_secret: app.signing_secret })
  await call('PATCH', '/slack', { enables_private_chats: true })
  const people = Array.from({ length: 2000 }, (_, n) => slack.newPerson({ name: `p${n}`, real_name: `Person ${n}` }))
  return {
    name: 'Slack',
    async say(person, text) {
      const from = people[person % people.length]
      if (!from) throw new Error('Nobody writes')
      const [delivered] = await slack.say(app, { from, text })
      return delivered ?? { status: null }
    },
    sent: () => slack.sent.length,
  }
}

async function onTeams(): Promise<Platform> {
  const bot = teams.newBot()
  teams.setEndpoint(bot, `${url}/webhooks/msteams/${employee_id}/messages`)
  await call('POST', '/msteams', bot)
  await call('PATCH', '/msteams', { enables_private_chats: true })
  return {
    name: 'Teams',
    say(person, text) {
      const n = person % 2000
      return teams.say(bot, { from: { id: `29:${n}`, name: `Person ${n}`, aadObjectId: `person-${n}` }, text })
    },
    sent: () => teams.sent.length,
  }
}

/** So many a second, whether or not the last ones were answered; how long each took. */
async function atRate(send: (n: number) => Promise<Accepted>, seconds: number): Promise<number[]> {
  const begun = performance.now()
  const times: Promise<number>[] = []
  for (let n = 0; n < PER_SECOND * seconds; n++) {
    const wait = begun + (n * 1000) / PER_SECOND - performance.now()
    if (wait > 0) await sleep(wait)
    const sentAt = performance.now()
    times.push(
      send(n).then(({ status }) => {
        if (status === null || status > 201) throw new Error(`A message was answered ${status}`)
        return performance.now() - sentAt
      }),
    )
  }
  return Promise.all(times)
}

/** Waits until nothing more is sent; how long that took. */
async function untilQuiet({ sent }: Platform): Promise<number> {
  const begun = performance.now()
  let lastSentAt = begun
  for (let last = sent(); performance.now() - lastSentAt < 1500; await sleep(20)) {
    if (sent() === last) continue
    last = sent()
    lastSentAt = performance.now()
  }
  return lastSentAt - begun
}

const bare = async (n: number): Promise<Accepted> => {
  const response = await fetch(`${stage.bare.ready.url}/transaction`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: `Message ${n}` }),
  })
  await response.text()
  return response
}

let messages = 0
const line = (times: number[]) => {
  const { p50, p99 } = quantiles(times)
  return `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`
}

/** How long the model has worked until that moment, since it was last asked. */
async function modelTime(until: number): Promise<number> {
  const times = (await (await fetch(`${stage.model_url}/bench/times`)).json()) as [number, number][]
  return times.reduce((sum, [begun, ended]) => sum + Math.max(0, Math.min(ended, until) - begun), 0)
}

/** From the message to the first request that sends something of its answer, one message after the other. */
async function untilAnswered(platform: Platform): Promise<number> {
  await modelTime(0)
  const before = platform.sent()
  const begun = performance.now()
  await platform.say(messages++, 'count to 3')
  while (platform.sent() === before) {
    if (performance.now() - begun > 20_000) throw new Error(`${platform.name} got no answer`)
    await new Promise((next) => setImmediate(next))
  }
  const took = performance.now() - begun
  const sentAt = performance.timeOrigin + performance.now()
  // The model's last call is known once its answer was read to the end.
  await sleep(40)
  return took - (await modelTime(sentAt))
}

const firsts = new Map<string, number[]>(platforms.map(({ name }) => [name, []]))
for (let n = 0; n < ANSWERS + 10; n++)
  for (const platform of platforms) {
    const took = await untilAnswered(platform)
    if (n >= 10) firsts.get(platform.name)?.push(took)
  }
const telegramFirst = median(firsts.get('Telegram') ?? [])
for (const [name, times] of firsts)
  console.log(
    `${name}: from a message to the first request of its answer, without the model  ${line(times)}  ×${(median(times) / telegramFirst).toFixed(2)} of Telegram`,
  )

for (const platform of platforms.filter(({ name }) => name.includes(picked))) {
  const floor = await atRate(bare, SECONDS)
  const write = () => platform.say(messages++, 'count to 3')
  await atRate(write, WARM_UP_SECONDS)
  const accepted = await atRate(write, SECONDS)
  const answered_ms = await untilQuiet(platform)
  const { p99 } = quantiles(accepted)
  console.log(
    `${platform.name}: answered while it sends ${PER_SECOND} a second  ${line(accepted)} (goal 50)  floor ${line(floor)}  p99 ×${(p99 / quantiles(floor).p99).toFixed(2)}; the last answer ${(answered_ms / 1000).toFixed(1)} s later`,
  )
}
await Promise.all([telegram.close(), slack.close(), teams.close()])
