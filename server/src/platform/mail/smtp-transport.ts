import { isIP } from 'node:net'
import { MailRefused, type Transport } from './mail.ts'

type Options = {
  host: string
  port: number
  /** TLS from the first byte; otherwise it begins when the server offers it. */
  secure: boolean
  /** Without TLS and a trusted certificate nothing is sent, not even the password. */
  requireTls: boolean
  auth: { user: string; pass: string } | undefined
  from: string
  /** What we call ourselves, and where messages get their ids. */
  domain: string
  timeoutMs: number
}

export function smtpTransport(options: Options): Transport {
  const { host, port, secure, requireTls, auth, from, domain, timeoutMs } = options
  return async ({ to, subject, text, html, message_id }) => {
    // Most processes send nothing, and need not load it.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host,
      port,
      secure,
      // By itself it would be an address of the loopback interface in most containers, which relays refuse.
      ...(isIP(domain.replaceAll(/[[\]]/g, '')) === 0 && { name: domain }),
      requireTLS: requireTls,
      // Where plain text would do, so does a certificate that a mail server signed itself, as those of Debian are.
      tls: { rejectUnauthorized: requireTls },
      ...(auth && { auth }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${message_id}@${domain}>`,
        // RFC 3834: nobody's notice of absence answers it.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      throw refusalOf(error)
    } finally {
      transport.close()
    }
  }
}

/** A reply of 4xx asks to try again later, one of 5xx not to; without a reply nobody was there. */
function refusalOf(error: unknown): MailRefused {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  if (responseCode === undefined) return new MailRefused('UNREACHABLE', { is_final: false, cause: error })
  const is_final = responseCode >= 500
  const isAddress = is_final && command === 'RCPT TO'
  return new MailRefused(isAddress ? 'ADDRESS_REFUSED' : 'REFUSED', { is_final, cause: error })
}
