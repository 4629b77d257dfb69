import { z } from 'zod'
import { duration, flag, url } from './values.ts'

const key = (vendor: string) =>
  z.string().optional().describe(`A key for ${vendor} that serves all organizations without a key of their own.`)
const address = (vendor: string) =>
  url.optional().meta({ description: `Where ${vendor} is reached.`, fallback: 'the vendor’s own address' })

export const models = {
  VENDOR_1_API_KEY: key('OpenAI'),
  VENDOR_2_API_KEY: key('OpenRouter'),
  VENDOR_3_API_KEY: key('Gemini'),
  VENDOR_4_API_KEY: key('Anthropic'),
  VENDOR_5_API_KEY: key('xAI'),
  CUSTOM_API_KEY: z.string().optional().describe('The key for `CUSTOM_BASE_URL`, if it wants one.'),
  VENDOR_1_BASE_URL: address('OpenAI'),
  VENDOR_2_BASE_URL: address('OpenRouter'),
  VENDOR_3_BASE_URL: address('Gemini'),
  VENDOR_4_BASE_URL: address('Anthropic'),
  VENDOR_5_BASE_URL: address('xAI'),
  CUSTOM_BASE_URL: url.optional().describe('A server with OpenAI’s API, for all organizations.'),
  VENDOR_6_BASE_URL: address('the API of a ChatGPT plan'),
  VENDOR_6_AUTH_URL: url.default('https://auth.openai.com').describe('Where people sign in to a ChatGPT plan.'),
  VENDOR_6_CLIENT_ID: z
    .string()
    .min(1)
    .default('app_EMoamEEZ73f0CkXaXp7hrann')
    .describe('The client ID for that: the one of Codex, which OpenAI does not document for other programs.'),
  MODEL_CALL_TIMEOUT: duration.default(300).describe('How long one call to a model may take.'),
  REALTIME_MODEL_TIMEOUT: duration
    .default(15)
    .describe(
      'How long a realtime model may send nothing in a call while it transcribes or answers; another model answers then.',
    ),
  COMPACT_AT_TOKENS: z.coerce
    .number()
    .int()
    .min(1000)
    .default(60_000)
    .describe('The length of a conversation, in estimated tokens, from which its older part is summarized.'),
  GENERATE_TITLES: flag.default(true).describe('Whether a model names new chats.'),
  EMBEDDING_BASE_URL: url.optional().meta({
    description: 'A server with OpenAI’s API for embeddings.',
    fallback: 'OpenAI, with `EMBEDDING_API_KEY`',
  }),
  EMBEDDING_API_KEY: z.string().optional().meta({
    description: 'A key for embeddings, which semantic search of files uses.',
    fallback: 'a local embedding of words',
  }),
  EMBEDDING_MODEL: z
    .string()
    .min(1)
    .default('text-embedding-3-small')
    .describe(
      'The model that embeds. A change of model, vendor or dimensions needs `npm start -- --recreate-collection` once.',
    ),
  EMBEDDING_DIMENSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(16_000)
    .default(1536)
    .describe('The length of its vectors, at most 16,000. Beyond 4,000 they are compared without an index.'),
  EMBEDDING_MIN_SIMILARITY: z.coerce
    .number()
    .min(-1)
    .max(1)
    .default(0.2)
    .describe('The cosine below which a passage is irrelevant. Models differ; this suits the default one.'),
}
