import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { startSmtpDouble } from '#testing/doubles/mail/smtp-double.ts'
import { givenInvites, newAddress } from '#testing/sign-in/invites.ts'

/** What became of the mail of an invite by a server of its own. */
async function sentWith(env: Record<string, string>) {
  const app = await startTestApp({ env: { MAIL_RETRY_DELAY: '0', MAIL_TIMEOUT: '20', ...env } })
  onTestFinished(app.close)
  const { create } = await givenInvites(app)
  const { id } = await create({ email: newAddress(), role: 'member' })
  const { payload } = await app.events.next('organization_invite.updated', ({ payload }) => payload.id === id)
  return payload.mail
}

// To the mail code, 0.0.0.0 is another machine; connections to it reach this one.
const ANOTHER_MACHINE = '0.0.0.0'

test.for([
  ['without TLS', {}],
  ['with an untrusted certificate', { has_tls: true }],
] as const)('a password is not sent to another machine %s, unless a setting says so', async ([, options]) => {
  await using server = await startSmtpDouble(options)
  const env = { ...server.env, SMTP_HOST: ANOTHER_MACHINE }
  expect(await sentWith(env)).toMatchObject({ status: 'failed' })
  expect(server.signedIn()).toBe(0)
  expect(await sentWith({ ...env, SMTP_REQUIRE_TLS: 'false' })).toMatchObject({ status: 'sent' })
  expect(server.signedIn()).toBe(1)
})

test('a relay without a password is sent to over TLS, whatever its certificate, unless a setting asks for a trusted one', async () => {
  await using relay = await startSmtpDouble({ has_tls: true, is_relay: true })
  const { SMTP_USER: _, ...env } = { ...relay.env, SMTP_HOST: ANOTHER_MACHINE }
  expect(await sentWith(env)).toMatchObject({ status: 'sent' })
  expect(relay.received).toMatchObject([{ is_encrypted: true }])
  expect(await sentWith({ ...env, SMTP_REQUIRE_TLS: 'true' })).toMatchObject({ status: 'failed' })
})
