import { z } from 'zod'
import { domain, duration, list, origin, port, url } from './values.ts'

export const server = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe(
      'In `production` the keys and `BASE_URL` are required, cookies are sent over HTTPS only, and tenants reach no private address.',
    ),
  TZ: z
    .string()
    .optional()
    .meta({ description: 'Any other zone than UTC is refused.', fallback: '`UTC`, set by the npm scripts' }),
  PORT: port.default(3000).describe('The port that the server listens on. `0` picks a free one.'),
  HOST: z
    .string()
    .optional()
    .meta({ description: 'The address that it listens on.', fallback: '`127.0.0.1`; in production `0.0.0.0`' }),
  BASE_URL: origin.optional().meta({
    description:
      'The address that people open, without a path. Links, redirect URLs and webhook addresses begin with it.',
    fallback: '`http://{HOST}:{PORT}`; required in production',
  }),
  API_DOMAIN: domain
    .optional()
    .meta({ description: 'Where snippets of the website chat load the widget from.', fallback: '`BASE_URL`' }),
  API_PROXY_DOMAIN: domain
    .optional()
    .meta({ description: 'The same for organizations that load it through a proxy.', fallback: '`API_DOMAIN`' }),
  TRUST_PROXY: list
    .default([])
    .describe('Addresses or networks of your reverse proxies, whose `X-Forwarded-For` is believed.'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Where the embedded database, files on disk and keys made for development are stored.'),
  BRAND_NAME: z.string().min(1).default('Alongside').describe('The name of the product on its pages and in its mails.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  SHUTDOWN_GRACE: duration
    .refine((seconds) => seconds <= 86_400, 'must be a day at most')
    .default(450)
    .describe('How long accepted work may go on after the process was asked to stop, at most a day.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'The bearer token for Prometheus at `/metrics`, at least 16 characters. Without it there is no such page.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional().describe('Where traces are sent. Without it none are made.'),
}
