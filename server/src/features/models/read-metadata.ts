import type { ModelMetadata } from '#contracts/models.ts'
import { type Vendor, vendors } from '#contracts/parties.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import { ModelFailure } from './model-language.ts'
import { platformCredential } from './providers/connect-vendor.ts'
import { fetchModelMetadata } from './vendors/metadata.ts'

type Query = { provider: Vendor; model: string }

/** A model's published metadata, such as prices; only `vendor_2` publishes it. */
export async function readMetadata(ctx: Context, { provider, model }: Query): Promise<ModelMetadata> {
  if (provider !== 'vendor_2') {
    const message = `${vendors[provider].label} does not publish what its models can do`
    throw validationError([{ path: 'query.provider', message }])
  }
  const connection = { provider, ...platformCredential(ctx.ports.config, provider), fetch }
  const found = await fetchModelMetadata(connection, model).catch((error) => {
    if (error instanceof ModelFailure) throw new AppError('bad_gateway', error.message, { cause: error })
    throw error
  })
  if (!found) throw new AppError('not_found', `${vendors[provider].label} has no model "${model}"`)
  const { supports_reasoning: is_reasoning, ...published } = found
  return { ...published, provider, is_reasoning }
}
