import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { EmailAddress } from '#contracts/email-address.ts'

export type ReceivedMail = {
  from: string
  to: string
  mail: Email
  raw: string
  /** What the client called itself. */
  greeting: string
  is_encrypted: boolean
}
/** A number is the code that it replies with, to the recipient. */
type Mood = 'accept' | 'hang' | number

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** The only one. A client may write its domain in ASCII, and the server reads it to us in its own script. */
const addressOf = (to: { address?: string | undefined }[] | undefined): string =>
  to?.length === 1 ? EmailAddress.parse(to[0]?.address) : ''

/** A real SMTP server: it lets in who knows the password, and takes whole messages from one sender to one person each. */
export async function startSmtpDouble({ has_tls = false, is_relay = false } = {}) {
  const received: ReceivedMail[] = []
  const attempts: string[] = []
  let connections = 0
  let signedIn = 0
  const next: Mood[] = []
  let mood: Mood = 'accept'
  const account = { user: 'alongside', pass: 'a password' }
  const from = 'invites@alongside.test'

  const server = new SMTPServer({
    // With a certificate that it signed itself.
    hideSTARTTLS: !has_tls,
    allowInsecureAuth: true,
    authOptional: is_relay,
    logger: false,
    onAuth({ username, password }, _session, done) {
      signedIn++
      const isKnown = username === account.user && password === account.pass
      if (isKnown) done(null, { user: username })
      else done(refusal(535, '5.7.8 Authentication credentials invalid'))
    },
    onMailFrom({ address }, _session, done) {
      done(address === from ? null : refusal(553, '5.7.1 Sender address not owned by user'))
    },
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length > 0) return done(refusal(452, '4.5.3 Too many recipients'))
      attempts.push(address)
      const now = next.shift() ?? mood
      if (now === 'hang') return
      done(now === 'accept' ? null : refusal(now, now >= 500 ? '5.1.1 User unknown' : '4.7.0 Try again later'))
    },
    onData(stream, session, done) {
      take(stream, session).then(
        () => done(),
        (error) => done(refusal(554, error instanceof Error ? error.message : 'Not taken')),
      )
    },
  })

  async function take(stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope
    const raw = (await buffer(stream)).toString('latin1')
    const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'))
    const to = addressOf(rcptTo)
    const names = mail.headers.map(({ key }) => key)
    if (new Set(names).size !== names.length) throw new Error('A header occurs twice')
    if (names.includes('bcc') || names.includes('cc')) throw new Error('There is a second recipient')
    if (addressOf(mail.to) !== to) throw new Error('It is addressed to somebody else')
    if (!/^<[\w.-]+@[\w.-]+>$/.test(mail.messageId ?? '')) throw new Error('It has no id')
    if (!mail.text || !mail.html || !mail.subject) throw new Error('A part is missing')
    received.push({
      from: mailFrom ? mailFrom.address : '',
      to,
      mail,
      raw,
      greeting: session.hostNameAppearsAs || '',
      is_encrypted: session.secure,
    })
  }

  server.server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    env: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_USER: account.user,
      SMTP_PASS: account.pass,
      SMTP_FROM: `Alongside <${from}>`,
    },
    /** What was taken. */
    received,
    /** Everyone it was asked to write to, also where it refused. */
    attempts,
    /** How often someone came, also who had gone before they said for whom. */
    connections: () => connections,
    /** How often a password arrived, also a wrong one. */
    signedIn: () => signedIn,
    to: (address: string) => received.filter((one) => one.to === address),
    be(always: Mood) {
      mood = always
    },
    /** Instead of that, for as many messages. */
    first(...moods: Mood[]) {
      next.push(...moods)
    },
    async [Symbol.asyncDispose]() {
      for (const connection of server.connections) connection.close()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

export type SmtpDouble = Awaited<ReturnType<typeof startSmtpDouble>>
