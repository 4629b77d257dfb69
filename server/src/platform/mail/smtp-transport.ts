import { MailRefused, type Transport } from './mail.ts'

type Options = {
  host: string
  port: number
  /** TLS from the first byte; otherwise it begins when the server offers it. */
  secure: boolean
  auth: { user: string; pass: string } | undefined
  from: string
  /** Where messages get their ids. */
  domain: string
  timeoutMs: number
}

export function smtpTransport({ host, port, secure, auth, from, domain, timeoutMs }: Options): Transport {
  return async ({ to, subject, text, html, message_id }) => {
    // Most processes send nothing, and need not load it.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host,
      port,
      secure,
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
