import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string; mail: Email; raw: string }
/** A number is the code that it replies with, to the recipient. */
type Mood = 'accept' | 'hang' | number

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** A real SMTP server: it lets in who knows the password, and takes whole messages from one sender to one person each. */
export async function startSmtpDouble() {
  const received: ReceivedMail[] = []
  const attempts: string[] = []
  let connections = 0
  const next: Mood[] = []
  let mood: Mood = 'accept'
  const account = { user: 'alongside', pass: 'a password' }
  const from = 'invites@alongside.test'

  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
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
      take(stream, session.envelope).then(
        () => done(),
        (error) => done(refusal(554, error instanceof Error ? error.message : 'Not taken')),
      )
    },
  })

  async function take(stream: NodeJS.ReadableStream, { mailFrom, rcptTo }: Envelope): Promise<void> {
    const raw = (await buffer(stream)).toString('latin1')
    const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'))
    const to = rcptTo[0]?.address ?? ''
    const names = mail.headers.map(({ key }) => key)
    if (new Set(names).size !== names.length) throw new Error('A header occurs twice')
    if (names.includes('bcc') || names.includes('cc')) throw new Error('There is a second recipient')
    if (mail.to?.length !== 1 || mail.to[0]?.address !== to) throw new Error('It is addressed to somebody else')
    if (!/^<[\w.-]+@[\w.-]+>$/.test(mail.messageId ?? '')) throw new Error('It has no id')
    if (!mail.text || !mail.html || !mail.subject) throw new Error('A part is missing')
    received.push({ from: mailFrom ? mailFrom.address : '', to, mail, raw })
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

type Envelope = { mailFrom: false | { address: string }; rcptTo: { address: string }[] }
export type SmtpDouble = Awaited<ReturnType<typeof startSmtpDouble>>
