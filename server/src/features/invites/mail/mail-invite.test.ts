import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { users } from '#features/users/table.ts'
import { createLog } from '#platform/log.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startMailApiDouble } from '#testing/doubles/mail/mail-api-double.ts'
import { startSmtpDouble } from '#testing/doubles/mail/smtp-double.ts'
import { givenInvites, newAddress } from '#testing/sign-in/invites.ts'
import { sendInviteMail } from '../jobs.ts'
import { organizationInvites } from '../table.ts'

const atOnce = { MAIL_RETRY_DELAY: '0', MAIL_TIMEOUT: '20' }

const smtp = await startSmtpDouble()
const app = await startTestApp({ env: { ...smtp.env, ...atOnce, BRAND_NAME: 'Brandt & Co' } })
afterAll(async () => {
  await app.close()
  await smtp[Symbol.asyncDispose]()
})

async function startedWith(env: Record<string, string>): Promise<TestApp> {
  const started = await startTestApp({ env: { ...atOnce, ...env } })
  onTestFinished(started.close)
  return started
}

/** The invite once its mail has come to an end. */
async function ended(own: TestApp, id: string) {
  const event = await own.events.next('organization_invite.updated', ({ payload }) => {
    return payload.id === id && (payload.mail as { status: string }).status !== 'queued'
  })
  return event.payload
}

test('an invite arrives with who invites, into what, as what, until when, and its link', async () => {
  const { path, client, create, listed, organization } = await givenInvites(app)
  const email = newAddress()
  const invite = await create({ email, role: 'admin' })
  expect(invite.mail).toEqual({ status: 'queued', problem: null })
  expect(await ended(app, invite.id)).toMatchObject({ mail: { status: 'sent', problem: null } })
  expect(await listed()).toMatchObject([{ id: invite.id, mail: { status: 'sent', problem: null } }])
  expect((await client.get(path)).body.can_send_mail).toBe(true)
  const [sent, ...more] = smtp.to(email)
  expect(more).toEqual([])
  const { from, subject, text = '', html = '' } = sent?.mail ?? {}
  expect([from?.name, from?.address, subject]).toEqual([
    'Alongside',
    'invites@alongside.test',
    `The admin invited you to ${organization.name}`,
  ])
  const link = `${app.config.BASE_URL}/invite/${invite.code}`
  for (const part of [text, html]) {
    expect(part).toContain(link)
    expect(part).toContain('as an administrator')
    expect(part).toContain(email)
  }
  expect(text).toContain('on Brandt & Co')
  expect(html).toContain('on Brandt &amp; Co')
  const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
  expect(text).toContain(until.format(new Date(invite.expires_at)))
})

test('a mail is written in the language that was asked for, also when it is sent again', async () => {
  const { path, client, create } = await givenInvites(app)
  const email = newAddress()
  const { id } = await create({ email, role: 'member', language: 'ru' })
  await ended(app, id)
  await client.post(`${path}/${id}/resend`)
  await expect.poll(() => smtp.to(email).length).toBe(2)
  for (const { mail } of smtp.to(email)) {
    expect(mail.subject).toBe('The admin приглашает вас в «An organization»')
    expect(mail.text).toContain('Ваша роль: участник')
    expect(mail.html).toContain('<html lang="ru">')
  }
  const ids = smtp.to(email).map(({ mail }) => mail.messageId)
  expect(new Set(ids).size, 'each of them is a message of its own').toBe(2)
})

test.for([
  ['Ann@Bücher.example', 'ann@xn--bcher-kva.example', 'ann@bücher.example'],
  ['Пётр@почта.рф', 'пётр@xn--80a1acny.xn--p1ai', 'пётр@почта.рф'],
  ['пе\u0308тр2@xn--80a1acny.xn--p1ai', 'пётр2@xn--80a1acny.xn--p1ai', 'пётр2@почта.рф'],
] as const)(
  'an address in another script is invited in one form, and its mail arrives: %s',
  async ([given, stored, shown]) => {
    const { create } = await givenInvites(app)
    const { id, email } = await create({ email: given, role: 'member' })
    expect(email).toBe(stored)
    expect((await ended(app, id)).mail).toEqual({ status: 'sent', problem: null })
    expect(smtp.to(stored)).toMatchObject([{ mail: { text: expect.stringContaining(`Sign in with ${shown} to`) } }])
  },
)

test('a mail says that a program wrote it, so that nobody’s absence is answered', async () => {
  const own = await startedWith({ ...smtp.env, BASE_URL: 'https://alongside.test' })
  const { create } = await givenInvites(own)
  const email = newAddress()
  await ended(own, (await create({ email, role: 'member' })).id)
  const { mail, greeting } = smtp.to(email)[0] ?? {}
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(greeting, 'relays refuse an address of the loopback interface').toBe('alongside.test')
})

test('names can neither add a header nor markup to a mail', async () => {
  const { organization, admin, create } = await givenInvites(app)
  const evil = 'Ann\r\nBcc: all@invited.test\r\n\r\n<script>alert(1)</script>'
  await app.ctx.db.update(users).set({ name: evil }).where(eq(users.id, admin.id))
  await app.ctx.db
    .update(organizations)
    .set({ name: '"><img src=x>\nX-Evil: 1\u2028Y: 2' })
    .where(eq(organizations.id, organization.id))
  const email = newAddress()
  await ended(app, (await create({ email, role: 'member' })).id)
  const { mail, raw } = smtp.to(email)[0] ?? {}
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail?.headers.map(({ key }) => key)).not.toContain('x-evil')
  expect(mail?.subject).toContain('Ann Bcc: all@invited.test')
  expect(mail?.subject).not.toMatch(/[\p{Cc}\u2028]/u)
  expect(mail?.html).not.toMatch(/<script|<img/)
  expect(mail?.text).toContain('\nAnn Bcc: all@invited.test <script>alert(1)</script> invited you')
  expect(raw?.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|X-Evil):/im)
})

test('a server that asks to wait is asked again', async () => {
  const { create } = await givenInvites(app)
  const email = newAddress()
  smtp.first(451, 421)
  expect(await ended(app, (await create({ email, role: 'member' })).id)).toMatchObject({ mail: { status: 'sent' } })
  expect(smtp.attempts.filter((to) => to === email)).toHaveLength(3)
  expect(smtp.to(email)).toHaveLength(1)
})

test('an address that the server refuses is asked for once, and the invite says so', async () => {
  const { create } = await givenInvites(app)
  const email = newAddress()
  smtp.first(550)
  const { mail } = await ended(app, (await create({ email, role: 'member' })).id)
  expect(mail).toEqual({ status: 'failed', problem: 'ADDRESS_REFUSED' })
  expect(smtp.attempts.filter((to) => to === email)).toHaveLength(1)
})

test('a server that continues asking to wait is given up after six attempts; sending again begins again', async () => {
  const { path, client, create, listed } = await givenInvites(app)
  const email = newAddress()
  smtp.first(451, 451, 451, 451, 451, 451)
  const { id } = await create({ email, role: 'member' })
  expect((await ended(app, id)).mail).toEqual({ status: 'failed', problem: 'REFUSED' })
  expect(smtp.attempts.filter((to) => to === email)).toHaveLength(6)
  expect((await client.post(`${path}/${id}/resend`)).body.mail).toEqual({ status: 'queued', problem: null })
  await expect.poll(async () => (await listed())[0].mail.status).toBe('sent')
})

test('each retry waits four times as long as the one before', async () => {
  const own = await startedWith({ ...smtp.env, MAIL_RETRY_DELAY: '60' })
  const { create } = await givenInvites(own)
  const email = newAddress()
  const waits = async () => {
    const { rows } = await own.ctx.db.execute<{ wait: number }>(
      sql`select round(extract(epoch from start_after - created_on))::int as wait from jobs.job
        where name = ${sendInviteMail.name} and state = 'created' and data->>'invite_id' = ${id} order by created_on`,
    )
    return rows.map(({ wait }) => wait)
  }
  smtp.first(451, 451)
  const { id } = await create({ email, role: 'member' })
  await expect.poll(waits).toEqual([60])
  const [row] = await own.ctx.db.select().from(organizationInvites).where(eq(organizationInvites.id, id))
  await own.ctx.enqueue(sendInviteMail, { invite_id: id, message_id: row?.mail_message_id ?? '' })
  await expect.poll(waits).toEqual([60, 240])
  expect(smtp.attempts.filter((to) => to === email)).toHaveLength(2)
})

test('a mail whose job is run once more is not sent once more', async () => {
  const { create } = await givenInvites(app)
  const email = newAddress()
  const { id } = await create({ email, role: 'member' })
  await ended(app, id)
  const [row] = await app.ctx.db.select().from(organizationInvites).where(eq(organizationInvites.id, id))
  await app.ctx.enqueue(sendInviteMail, { invite_id: id, message_id: row?.mail_message_id ?? '' })
  // A later one of the same queue has come through, so this one was looked at.
  await ended(app, (await create({ email: newAddress(), role: 'member' })).id)
  expect(smtp.to(email)).toHaveLength(1)
})

test('a wrong password fails the mail at once, and neither it nor the code of the invite is logged', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', pretty: false }, { write: (line) => void lines.push(line) })
  const own = await startTestApp({ env: { ...atOnce, ...smtp.env, SMTP_PASS: 'not the password' }, log })
  onTestFinished(own.close)
  const { create } = await givenInvites(own)
  const { id, code } = await create({ email: newAddress(), role: 'member' })
  expect((await ended(own, id)).mail).toEqual({ status: 'failed', problem: 'REFUSED' })
  const logged = lines.join('')
  expect(logged).toContain('the mail of an invite was not taken')
  for (const secret of ['not the password', btoa('not the password'), code]) expect(logged).not.toContain(secret)
})

test('a server that never answers is given up in time', async () => {
  await using deaf = await startSmtpDouble()
  deaf.be('hang')
  const own = await startedWith({ ...deaf.env, MAIL_TIMEOUT: '1' })
  const { create } = await givenInvites(own)
  const failed = await ended(own, (await create({ email: newAddress(), role: 'member' })).id)
  expect(failed.mail).toEqual({ status: 'failed', problem: 'UNREACHABLE' })
  expect(deaf.connections()).toBe(6)
})

test('without a way to send, an invite is made all the same and says that its mail failed', async () => {
  const own = await startedWith({})
  const { path, client, create } = await givenInvites(own)
  const { id } = await create({ email: newAddress(), role: 'member' })
  expect((await ended(own, id)).mail).toEqual({ status: 'failed', problem: 'NOT_CONFIGURED' })
  expect((await client.get(path)).body.can_send_mail).toBe(false)
})

test('an invite that is cancelled before its mail goes out is not mailed', async () => {
  const web = await startTestApp({ env: { ...smtp.env, ...atOnce }, parts: ['web'] })
  const { path, client, create } = await givenInvites(web)
  const [cancelled, kept] = [newAddress(), newAddress()]
  const { id } = await create({ email: cancelled, role: 'member' })
  await client.delete(`${path}/${id}`)
  await create({ email: kept, role: 'member' })
  const { DATA_DIR, DATABASE_URL = '' } = web.config
  await web.close()
  await startedWith({ ...smtp.env, DATA_DIR, DATABASE_URL })
  await expect.poll(() => smtp.to(kept).length).toBe(1)
  expect(smtp.attempts).not.toContain(cancelled)
})

test('the API with its token wins over SMTP', async () => {
  await using api = await startMailApiDouble()
  const own = await startedWith({ ...smtp.env, ...api.env })
  const { create } = await givenInvites(own)
  const email = newAddress()
  const { id, code } = await create({ email, role: 'member' })
  expect((await ended(own, id)).mail).toEqual({ status: 'sent', problem: null })
  expect(api.taken()).toMatchObject([{ from: 'Alongside <invites@alongside.test>', to: [email] }])
  expect(api.taken()[0]?.text).toContain(`${own.config.BASE_URL}/invite/${code}`)
  expect(smtp.attempts).not.toContain(email)
})

test('an API that is busy, broken or hangs up is asked again under the same key, and takes a mail once', async () => {
  await using api = await startMailApiDouble()
  const own = await startedWith(api.env)
  const { create } = await givenInvites(own)
  api.first(429, 503, 'lost')
  const { id } = await create({ email: newAddress(), role: 'member' })
  expect((await ended(own, id)).mail).toEqual({ status: 'sent', problem: null })
  expect(api.attempts).toHaveLength(4)
  expect(new Set(api.attempts).size).toBe(1)
  expect(api.taken()).toHaveLength(1)
})

test.for([
  ['recipient', 'ADDRESS_REFUSED'],
  ['sender', 'REFUSED'],
  ['content', 'REFUSED'],
  ['domain', 'REFUSED'],
] as const)('a mail that an API refuses for its %s is not tried again', async ([refusal, problem]) => {
  await using api = await startMailApiDouble()
  const own = await startedWith(api.env)
  const { create } = await givenInvites(own)
  api.first(refusal)
  expect((await ended(own, (await create({ email: newAddress(), role: 'member' })).id)).mail).toEqual({
    status: 'failed',
    problem,
  })
  expect(api.attempts).toHaveLength(1)
})
