import { z } from 'zod'
import { duration, flag, port, sender, url } from './values.ts'

export const mail = {
  MAIL_API_TOKEN: z
    .string()
    .optional()
    .describe('A token for sending mail over an API like Resend’s. It wins over SMTP; without either no mail is sent.'),
  MAIL_API_URL: url.default('https://api.resend.com').describe('That API.'),
  MAIL_FROM: sender
    .optional()
    .meta({ description: 'Who mail comes from: an address, or `Name <address>`.', fallback: '`SMTP_FROM`' }),
  SMTP_HOST: z.string().optional().describe('A mail server.'),
  SMTP_PORT: port.optional().meta({ description: 'Its port.', fallback: '587; 465 with `SMTP_SECURE`' }),
  SMTP_SECURE: flag.default(false).describe('Whether the connection begins with TLS.'),
  SMTP_REQUIRE_TLS: flag.optional().meta({
    description:
      'Sends nothing without TLS and a trusted certificate. Otherwise TLS is used where the server offers it, whatever its certificate.',
    fallback: '`true` with `SMTP_SECURE`, and with `SMTP_USER` at another machine',
  }),
  SMTP_USER: z.string().optional().describe('Who signs in there.'),
  SMTP_PASS: z.string().optional().describe('The password for that.'),
  SMTP_FROM: sender.optional().describe('Who mail comes from, if `MAIL_FROM` is not set.'),
  MAIL_TIMEOUT: duration.default(30).describe('How long one attempt may take.'),
  MAIL_RETRY_DELAY: duration
    .default(15)
    .describe('The wait before the first retry. Each next one is four times as long.'),
}
