/**
 * The wire and the database use neutral names; only this file says which party each one is.
 */
import { z } from 'zod'

/** The service's own name inside identifiers: `/widget/svc-webchat-widget.js`, `svc.authFlow`, `svc:logs-page-size`. */
export const SERVICE_NAME = 'svc'

export const identityProviders = {
  idpa: { label: 'Google' },
  idpb: { label: 'Microsoft' },
} as const
export type IdentityProvider = keyof typeof identityProviders

export const chatPlatforms = {
  msgr: { label: 'Telegram', segment: 'telegram' },
  tchat: { label: 'Microsoft Teams', segment: 'msteams' },
  wchat: { label: 'Slack', segment: 'slack' },
} as const

/** In the order of the model dialog. `default_base_url` is null where the operator or the organization must give one. */
export const vendors = {
  vendor_1: { label: 'OpenAI', default_base_url: 'https://api.openai.com/v1' },
  vendor_2: { label: 'OpenRouter', default_base_url: 'https://openrouter.ai/api/v1' },
  vendor_3: { label: 'Google Gemini', default_base_url: 'https://generativelanguage.googleapis.com/v1beta' },
  vendor_4: { label: 'Anthropic', default_base_url: 'https://api.anthropic.com/v1' },
  vendor_5: { label: 'xAI', default_base_url: 'https://api.x.ai/v1' },
  vendor_6: { label: 'ChatGPT plan', default_base_url: 'https://chatgpt.com/backend-api/codex' },
  custom: { label: 'Custom server', default_base_url: null },
} as const

// Marked pure, so that a page that only wants the labels leaves zod behind.
export const Vendor = /* @__PURE__ */ z.enum([
  'vendor_1',
  'vendor_2',
  'vendor_3',
  'vendor_4',
  'vendor_5',
  'vendor_6',
  'custom',
])
export type Vendor = z.infer<typeof Vendor>
