import { z } from 'zod'
import { AiModel, ModelIdentifier } from './catalog.ts'
import { describeEndpoints } from './endpoint.ts'
import { Instant } from './page.ts'
import { Vendor } from './parties.ts'
import * as modelPaths from './paths/models.ts'

/** A model as the organization may choose it; `vendor_6` models need a connection of the organization. */
export const CatalogModel = AiModel.extend({
  is_connected: z.boolean(),
  /** A call can be made, with the organization's own key or with the platform's. Another model answers for one that is not. */
  is_available: z.boolean(),
})
export type CatalogModel = z.infer<typeof CatalogModel>
export const Catalog = z.array(CatalogModel)

export const InternalChatCapabilities = z.object({ is_personal_assistant_model_available: z.boolean() })

export const MetadataQuery = z.object({ provider: Vendor, model: ModelIdentifier })

/** What the vendor publishes about a model, in the fields with which it is added to the catalog. */
export const ModelMetadata = AiModel.omit({ id: true })
export type ModelMetadata = z.infer<typeof ModelMetadata>

export const ProviderParams = z.object({ provider: Vendor })

/** An organization's connection to one vendor; its key is masked. */
export const Provider = z.object({
  provider: Vendor,
  label: z.string(),
  /** A call can be made: with the organization's own key or with the platform's. */
  is_connected: z.boolean(),
  has_own_key: z.boolean(),
  api_key: z.string().nullable(),
  base_url: z.string().nullable(),
  /** The last clearing can still be undone. */
  can_restore: z.boolean(),
  /** The vendor's answer about the key when it was set; `unverified`: it could not be asked. Null: there is no key. */
  key_check: z.enum(['accepted', 'unverified']).nullable(),
  /** Whose plan `vendor_6` is connected to, as the vendor names them. */
  account: z.string().nullable(),
  /** When the vendor ended the sign-in of `vendor_6` by itself; null while connected, and once it was disconnected here. */
  lost_at: Instant.nullable(),
})
export type Provider = z.infer<typeof Provider>
export const Providers = z.array(Provider)
export const ProviderUpdated = Provider.extend({ organization_id: z.uuid() })
export type ProviderUpdated = z.infer<typeof ProviderUpdated>

/** A sign-in to a vendor’s plan: the person enters the code on the vendor’s page, and the server waits for it. */
export const ConnectionAttempt = z.object({
  status: z.enum(['pending', 'connected', 'failed', 'expired', 'cancelled']),
  user_code: z.string(),
  verification_url: z.url(),
  expires_at: Instant,
  /** Why it came to nothing, in a sentence. */
  error: z.string().optional(),
})
export type ConnectionAttempt = z.infer<typeof ConnectionAttempt>
export const ConnectionAttemptUpdated = ConnectionAttempt.extend({ organization_id: z.uuid() })

const ApiKey = z
  .string()
  .trim()
  .min(1, 'The key cannot be empty; null clears it')
  .max(2000)
  .regex(/^[\x21-\x7e]+$/, 'A key has no spaces and no special characters')

const BaseUrl = z
  .string()
  .trim()
  .max(2000)
  .transform((text, issue) => {
    const url = URL.parse(text)
    const refuse = (message: string) => {
      issue.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return refuse('Must be an http or https address')
    if (url.username || url.password) return refuse('An address carries no user name and no password')
    if (url.search || url.hash) return refuse('An address ends with its path')
    return url.href.replace(/(?<!\/)\/+$/, '')
  })

/** Null clears; `base_url` is only for `custom`. */
export const UpdateProvider = z
  .object({ api_key: ApiKey.nullable().optional(), base_url: BaseUrl.nullable().optional() })
  .refine(({ api_key, base_url }) => api_key !== undefined || base_url !== undefined, {
    path: ['api_key'],
    message: 'A key is required; null clears it',
  })
export type UpdateProvider = z.infer<typeof UpdateProvider>

export const modelEndpoints = describeEndpoints(modelPaths, {
  listModelsToChoose: {
    summary: 'List the models to choose from',
    answer: Catalog,
  },
  showModelMetadata: {
    summary: 'Get what the vendor publishes about a model',
    query: MetadataQuery,
    answer: ModelMetadata,
    errors: { 404: [], 502: [] },
  },
  listProviders: {
    summary: 'List model vendors and the organization’s connection to each, with keys masked',
    answer: Providers,
  },
  updateProvider: {
    summary: 'Set or clear the organization’s own key for a vendor; a new key is checked with the vendor first',
    params: ProviderParams,
    body: UpdateProvider,
    answer: Provider,
    errors: { 400: ['KEY_REFUSED'] },
  },
  startConnectionAttempt: {
    summary: 'Start signing in to a ChatGPT plan; while one attempt is pending, it is answered again',
    answer: ConnectionAttempt,
    errors: { 429: [], 502: [] },
  },
  showConnectionAttempt: {
    summary: 'Get the last attempt to sign in to a ChatGPT plan',
    answer: ConnectionAttempt,
    errors: { 404: [] },
  },
  cancelConnectionAttempt: {
    summary: 'Cancel the pending attempt to sign in to a ChatGPT plan',
    answer: ConnectionAttempt,
    errors: { 404: [] },
  },
  revokePlan: {
    summary: 'Disconnect the ChatGPT plan, and cancel a pending attempt',
    answer: Provider,
  },
  restoreProvider: {
    summary: 'Restore a vendor key cleared in the last five minutes',
    params: ProviderParams,
    answer: Provider,
    errors: { 409: [] },
  },
})
