import type { Config } from '../config.ts'
import { isLoopbackHost } from '../loopback.ts'
import { apiTransport } from './api-transport.ts'
import { type Mail, MailRefused, type OutgoingMail, type Transport } from './mail.ts'
import { smtpTransport } from './smtp-transport.ts'

/** The API with its token wins over SMTP; without either nothing can be sent. */
export function openMail(config: Config): Mail {
  const transport = transportOf(config)
  return {
    is_configured: transport !== null,
    async send(mail) {
      if (!transport) throw new MailRefused('NOT_CONFIGURED', { is_final: true })
      await transport(cleaned(mail))
    },
  }
}

function transportOf(config: Config): Transport | null {
  const { BASE_URL, MAIL_API_TOKEN, MAIL_API_URL, MAIL_TIMEOUT, SMTP_HOST } = config
  const from = config.MAIL_FROM ?? config.SMTP_FROM
  const timeoutMs = MAIL_TIMEOUT * 1000
  if (!from) return null
  if (MAIL_API_TOKEN) return apiTransport({ url: MAIL_API_URL, token: MAIL_API_TOKEN, from, timeoutMs })
  if (!SMTP_HOST) return null
  const { SMTP_SECURE, SMTP_PORT = SMTP_SECURE ? 465 : 587, SMTP_USER, SMTP_PASS = '' } = config
  const { SMTP_REQUIRE_TLS = SMTP_SECURE || (SMTP_USER !== undefined && !isLoopbackHost(SMTP_HOST)) } = config
  const auth = SMTP_USER ? { user: SMTP_USER, pass: SMTP_PASS } : undefined
  const domain = URL.parse(BASE_URL)?.hostname ?? 'localhost'
  return smtpTransport({
    host: SMTP_HOST,
    port: SMTP_PORT,
    secure: SMTP_SECURE,
    requireTls: SMTP_REQUIRE_TLS,
    auth,
    from,
    domain,
    timeoutMs,
  })
}

const ADDRESS = /^[^\s\p{Cc}<>(),;:"@]+@[^\s\p{Cc}<>(),;:"@]+$/u

/** One address is one address, and a header stays one line, whatever people call themselves and their organizations. */
function cleaned(mail: OutgoingMail): OutgoingMail {
  if (!ADDRESS.test(mail.to)) throw new MailRefused('ADDRESS_REFUSED', { is_final: true })
  return { ...mail, subject: mail.subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() }
}
