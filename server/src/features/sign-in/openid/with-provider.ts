import type { ClientAuth, Configuration, ExportedJWKSCache, ServerMetadata } from 'openid-client'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { boundedFetch } from '#platform/outbound/bounded-fetch.ts'
import { clientProofs, isProofRefused } from './client-proofs.ts'
import type { Door, Provider } from './provider.ts'

/** A provider may move its endpoints; its keys are looked for again whenever one is missing. */
const DISCOVERY_MS = 600_000
/** The library asks again for a key that it does not know only where those that it has are this old. */
const JWKS_RETRY_SECONDS = 60

type Library = typeof import('openid-client')
type Known = {
  server: ServerMetadata
  jwks: ExportedJWKSCache | undefined
  /** The ways to prove this client that the provider has not refused; the first is used. */
  proofs: ClientAuth[]
}
type Asked = { at: number; known: Promise<Known> }

const askedOf = new WeakMap<Config, Map<Door, Asked>>()

/**
 * Works with a provider, each time within its limit. Nothing is asked before the first sign-in, so a provider that is down
 * when the server starts is found when it is back; after a failure everything about it is learned again.
 */
export async function withProvider<T>(
  ctx: Context,
  provider: Provider,
  work: (openid: Library, configuration: Configuration) => Promise<T>,
): Promise<T> {
  // Loaded with the first sign-in: a server that starts has no use for it.
  const openid = await import('openid-client')
  const providers = askedOf.get(ctx.ports.config) ?? new Map<Door, Asked>()
  askedOf.set(ctx.ports.config, providers)
  const former = providers.get(provider.door)
  const now = ctx.now().getTime()
  const isFresh = former && now - former.at < DISCOVERY_MS
  const asked = isFresh ? former : { at: now, known: discover(ctx, openid, provider) }
  providers.set(provider.door, asked)
  try {
    return await workWith(ctx, openid, provider, await asked.known, work)
  } catch (error) {
    if (providers.get(provider.door) === asked) providers.delete(provider.door)
    throw error
  }
}

async function workWith<T>(
  ctx: Context,
  openid: Library,
  provider: Provider,
  known: Known,
  work: (openid: Library, configuration: Configuration) => Promise<T>,
): Promise<T> {
  for (;;) {
    const [proof = openid.None()] = known.proofs
    const configuration = configure(ctx, openid, provider, known, proof)
    try {
      const done = await work(openid, configuration)
      known.jwks = openid.getJwksCache(configuration) ?? known.jwks
      return done
    } catch (error) {
      if (!isProofRefused(openid, error)) throw error
      // Another sign-in may have found it refused meanwhile.
      if (known.proofs[0] === proof && known.proofs.length === 1) throw error
      if (known.proofs[0] === proof) known.proofs.shift()
    }
  }
}

async function discover(ctx: Context, openid: Library, provider: Provider): Promise<Known> {
  const { issuer, client_id } = provider
  const configuration = await openid.discovery(new URL(issuer), client_id, undefined, openid.None(), {
    [openid.customFetch]: boundedFetch(deadlineOf(ctx)),
    execute: isPlain(provider) ? [openid.allowInsecureRequests] : [],
  })
  const server = configuration.serverMetadata()
  return { server, jwks: undefined, proofs: clientProofs(openid, server, provider.client_secret) }
}

function configure(
  ctx: Context,
  openid: Library,
  provider: Provider,
  { server, jwks }: Known,
  proof: ClientAuth,
): Configuration {
  const { client_id, client_secret } = provider
  const configuration = new openid.Configuration(server, client_id, client_secret, proof)
  configuration[openid.customFetch] = boundedFetch(deadlineOf(ctx))
  openid.enableNonRepudiationChecks(configuration)
  if (isPlain(provider)) openid.allowInsecureRequests(configuration)
  if (jwks) {
    const uat = Math.min(jwks.uat, Math.floor(Date.now() / 1000) - JWKS_RETRY_SECONDS)
    openid.setJwksCache(configuration, { ...jwks, uat })
  }
  return configuration
}

export const deadlineOf = ({ ports }: Context): AbortSignal => AbortSignal.timeout(ports.config.SIGN_IN_TIMEOUT * 1000)

/** Production was refused a plain address at its start, unless its operator allowed it. */
const isPlain = ({ issuer }: Provider): boolean => issuer.startsWith('http:')
