import { z } from 'zod'
import { duration, lenientCount, lenientSize, list, url } from './values.ts'

const perMinute = (requests: number) => z.coerce.number().int().min(1).default(requests)

export const limits = {
  KEY_GUESSES_PER_MINUTE: perMinute(120).describe(
    'Wrong keys that an address may send in a minute. Right keys are never refused.',
  ),
  PRIVATE_API_RATE: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Requests a minute of one private key.', fallback: 'no limit' }),
  PUBLIC_TRIGGER_RATE: perMinute(3000).describe('Calls a minute of one public trigger.'),
  PUBLIC_TRIGGER_ORGANIZATION_RATE: perMinute(6000).describe(
    'Calls a minute of all public triggers of an organization.',
  ),
  PUBLIC_TRIGGER_ADDRESS_RATE: perMinute(1500).describe(
    'Calls a minute from one address to the public triggers of one organization.',
  ),
  WEBCHAT_ORGANIZATION_RATE: perMinute(6000).describe(
    'Requests a minute of all visitors of an organization’s website chats.',
  ),
  WEBCHAT_ADDRESS_RATE: perMinute(300).describe('Requests a minute of website chats from one address.'),
  MCP_TOKEN_RATE: perMinute(600).describe('Requests a minute of one hosted token at `/mcp`.'),
  BODY_BUDGET_MB: z.coerce
    .number()
    .min(6)
    .default(384)
    .describe('Memory that large request bodies of a process share. It admits one of 300 MB from 360 on.'),
  BODY_WAIT: duration
    .default(30)
    .describe('How long a large body waits for its share, or an upload for its turn, before the answer is 503.'),
  UPLOADS_PER_ORGANIZATION: z.coerce
    .number()
    .int()
    .min(1)
    .default(16)
    .describe('Files that one organization may upload to a process at once. Further ones wait for `BODY_WAIT`.'),
  CHAT_MAX_ATTACHMENTS: lenientCount(10).describe('Files that a message may have.'),
  CHAT_MAX_ATTACHMENT_SIZE_MB: lenientSize(10).describe('The size of one of them.'),
  CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB: lenientSize(30).describe('The size of all of them together.'),
  OUTBOUND_ALLOW: list.default([]).meta({
    description: 'Private hosts, addresses and networks that calls of tenants may reach: tools, webhooks, vendors.',
    fallback: 'none; outside of production, loopback',
  }),
  RUN_LEASE: duration.default(15).describe('How long a process owns a run without a heartbeat.'),
  RUN_CONCURRENCY: z.coerce.number().int().min(1).default(256).describe('Runs that a process executes concurrently.'),
  RUN_MAX_STEPS: z.coerce
    .number()
    .int()
    .min(1)
    .default(500_000)
    .describe('Steps that one run may take, those of its loops included.'),
  TRIGGER_WAIT: duration
    .default(60)
    .describe('How long the caller of a workflow waits for a gateway or a timer before the answer is 202.'),
  RUN_CODE_URL: url.optional().meta({
    description: 'A sandbox of yours that runs the code of workflows.',
    fallback: 'the sandbox in this program',
  }),
  RUN_CODE_TEMPLATE_IDS: list.default([]).describe('Templates of that sandbox that workflows may name.'),
}
