import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { UserRow } from '#features/users/table.ts'
import { startTestApp, type TestApp, testApp } from '#testing/app.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await testApp()

function open(base_url: string, token: unknown, options: object = {}) {
  const socket = io(base_url, {
    path: '/realtime',
    auth: { token },
    reconnection: false,
    transports: ['websocket'],
    ...options,
  })
  onTestFinished(() => void socket.close())
  return socket
}

/** The names of the organizations of which this user's browser receives events. */
async function listen(at: TestApp, user: UserRow): Promise<string[]> {
  const { ws_token } = await at.given.session(user)
  const socket = open(at.base_url, ws_token)
  const received: string[] = []
  socket.on('organization.updated', ({ name }: { name: string }) => received.push(name))
  await once(socket as never, 'ready')
  return received
}

test('a client with its user’s token is let in and told to read, by either transport', async () => {
  const user = await app.given.user()
  for (const transports of [['websocket'], ['polling']]) {
    const { ws_token } = await app.given.session(user)
    const [payload] = await once(open(app.base_url, ws_token, { transports }) as never, 'ready')
    expect(payload).toEqual({})
  }
})

test('a token that is none is refused, in whatever form it comes', async () => {
  const { cookie } = await app.given.session(await app.given.user())
  for (const token of [undefined, null, '', 'x', cookie, 1, {}, ['x'], { $ne: '' }, 'x'.repeat(5000), '\u0000']) {
    const [error] = await once(open(app.base_url, token) as never, 'connect_error')
    expect((error as Error).message).toBe('unauthorized')
  }
})

test('the token of someone who signed out is refused', async () => {
  const user = await app.given.user()
  const client = await app.as(user)
  const { wsToken } = (await client.get('/api/init/whoami')).body
  await once(open(app.base_url, wsToken) as never, 'ready')
  await client.post('/api/auth/logout')
  const [error] = await once(open(app.base_url, wsToken) as never, 'connect_error')
  expect((error as Error).message).toBe('unauthorized')
})

test('an organization’s events are received by its people and by nobody else', async () => {
  const [ours, theirs] = [await app.given.organization(), await app.given.organization()]
  const [owner, member, outsider] = [
    await listen(app, ours.owner),
    await listen(app, ours.member),
    await listen(app, theirs.owner),
  ]
  await (await app.as(ours.owner)).put(`/api/organizations/${ours.organization.id}`, { name: 'Ours' })
  await (await app.as(theirs.owner)).put(`/api/organizations/${theirs.organization.id}`, { name: 'Theirs' })
  await expect.poll(() => [owner, member, outsider]).toEqual([['Ours'], ['Ours'], ['Theirs']])
})

test('a client that sends what nobody listens to is neither heard nor a danger', async () => {
  const { organization, owner, member } = await app.given.organization()
  const { ws_token } = await app.given.session(owner)
  const socket = open(app.base_url, ws_token)
  await once(socket as never, 'ready')
  const received = await listen(app, member)
  socket.emit('organization.updated', { id: organization.id, name: 'forged' })
  socket.emit('join', `organization:${organization.id}`)
  socket.emit('x'.repeat(20_000))
  await (await app.as(owner)).put(`/api/organizations/${organization.id}`, { name: 'Real' })
  await expect.poll(() => received).toEqual(['Real'])
})

test.runIf(postgresUrl && app.config.REDIS_URL)(
  'what happens on one node is heard by the clients of another',
  async () => {
    const here = await startTestApp()
    const there = await startTestApp({ env: { DATABASE_URL: here.config.DATABASE_URL ?? '' } })
    onTestFinished(async () => {
      await there.close()
      await here.close()
    })
    const { organization, owner } = await here.given.organization()
    const received = await listen(there, owner)
    await (await here.as(owner)).put(`/api/organizations/${organization.id}`, { name: 'Renamed' })
    await expect.poll(() => received).toEqual(['Renamed'])
  },
)

test('signing out ends the connections that the session let in', async () => {
  const { member } = await app.given.organization()
  const client = await app.as(member)
  const token = (await client.get('/api/init/whoami')).body.wsToken
  const socket = io(app.base_url, { path: '/realtime', auth: { token }, transports: ['websocket'] })
  await new Promise((resolve) => socket.on('ready', resolve))
  const ended = new Promise((resolve) => socket.on('disconnect', resolve))
  await client.post('/api/auth/logout')
  expect(await ended).toBe('io server disconnect')
  const refused = new Promise<Error>((resolve) => socket.on('connect_error', resolve))
  socket.connect()
  expect((await refused).message).toBe('unauthorized')
  socket.disconnect()
})

test('a connection ends when the token that let it in expires', async () => {
  const own = await startTestApp({ env: { COOKIE_TTL: '2' }, parts: ['web', 'realtime'] })
  onTestFinished(() => own.close())
  const user = await own.given.user()
  /** On a busy machine so short a token is over before it has let anybody in: then the next one is tried. */
  const letIn = async () => {
    for (;;) {
      const { ws_token } = await own.given.session(user)
      const socket = open(own.base_url, ws_token)
      const ended = once(socket as never, 'disconnect')
      const refused = once(socket as never, 'connect_error')
      const isIn = once(socket as never, 'ready').then(() => true)
      if (await Promise.race([isIn, Promise.race([ended, refused]).then(() => false)])) return { ws_token, ended }
    }
  }
  const { ws_token, ended } = await letIn()
  expect(await ended).toContain('io server disconnect')
  const [error] = await once(open(own.base_url, ws_token) as never, 'connect_error')
  expect((error as Error).message).toBe('unauthorized')
})

test('a person who loses access receives nothing more of it, and what stays is received again after a new admission', async () => {
  const { organization, owner, member } = await app.given.organization()
  const [lost, kept] = [await app.given.teammate(organization), await app.given.teammate(organization)]
  const group = await app.given.accessGroup(organization, { users: [member], teammates: [lost, kept] })
  const { ws_token } = await app.given.session(member)
  const socket = open(app.base_url, ws_token, { reconnection: true })
  const received: string[] = []
  socket.on('ai_employee.updated', ({ name }: { name: string }) => received.push(name))
  await once(socket as never, 'ready')
  const asOwner = await app.as(owner)
  const root = `/api/organizations/${organization.id}`

  const [ended, ready] = [once(socket as never, 'disconnect'), once(socket as never, 'ready')]
  await asOwner.put(`${root}/access-groups/${group.id}`, { employee_ids: [kept.id] })
  await ended
  socket.connect()
  await ready
  await asOwner.put(`${root}/employees/${lost.id}`, { name: 'Lost' })
  await asOwner.put(`${root}/employees/${kept.id}`, { name: 'Kept' })
  await expect.poll(() => received).toEqual(['Kept'])
})

test('a removed person receives nothing more, a restored one receives events again, and a new role has its rights', async () => {
  const { organization, owner, member } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const { ws_token } = await app.given.session(member)
  const socket = open(app.base_url, ws_token)
  const received: string[] = []
  socket.on('organization.updated', ({ name }: { name: string }) => received.push(name))
  socket.on('ai_employee.updated', ({ name }: { name: string }) => received.push(name))
  await once(socket as never, 'ready')
  const asOwner = await app.as(owner)
  const root = `/api/organizations/${organization.id}`
  const readmitted = async (change: () => Promise<{ status: number }>) => {
    const [ended, ready] = [once(socket as never, 'disconnect'), once(socket as never, 'ready')]
    expect((await change()).status).toBe(200)
    await ended
    socket.connect()
    await ready
  }

  await readmitted(() => asOwner.delete(`${root}/users/${member.id}`))
  await asOwner.put(root, { name: 'Without them' })
  await readmitted(() => asOwner.post(`${root}/users/bulk-restore`, { ids: [member.id] }))
  await asOwner.put(root, { name: 'With them' })
  await asOwner.put(`${root}/employees/${teammate.id}`, { name: 'Hidden' })
  await readmitted(() => asOwner.put(`${root}/users/${member.id}/role`, { role: 'admin' }))
  await asOwner.put(`${root}/employees/${teammate.id}`, { name: 'Shown' })
  await expect.poll(() => received).toEqual(['With them', 'Shown'])
})

test('a connection that is being opened while its user signs out does not outlive the session', async () => {
  for (let round = 0; round < 8; round++) {
    const client = await app.as(await app.given.user())
    const { wsToken } = (await client.get('/api/init/whoami')).body
    const sockets = Array.from({ length: 8 }, () => open(app.base_url, wsToken))
    const ends = sockets.map(
      (socket) =>
        new Promise((done) => {
          socket.once('disconnect', done)
          socket.once('connect_error', done)
        }),
    )
    if (round % 2 === 0) await once(sockets[0] as never, 'connect')
    await client.post('/api/auth/logout')
    await Promise.all(ends)
  }
})

test('members are not notified of their organization’s vendor keys, and admins are', async () => {
  const { organization, admin, member } = await app.given.organization()
  const listenFor = async (user: UserRow) => {
    const { ws_token } = await app.given.session(user)
    const socket = open(app.base_url, ws_token)
    const received: string[] = []
    for (const name of ['organization_ai_provider.updated', 'organization.updated'])
      socket.on(name, () => received.push(name))
    await once(socket as never, 'ready')
    return received
  }
  const [ofAdmin, ofMember] = [await listenFor(admin), await listenFor(member)]
  const client = await app.as(admin)
  const root = `/api/organizations/${organization.id}`
  expect((await client.patch(`${root}/providers/vendor_1`, { api_key: 'sk-test-0123456789' })).status).toBe(200)
  await client.put(root, { name: 'Afterwards' })
  await expect.poll(() => ofAdmin).toEqual(['organization_ai_provider.updated', 'organization.updated'])
  await expect.poll(() => ofMember).toEqual(['organization.updated'])
})
