import { type FeatureFile, isOpenToOthers, isTest, type Layer, layerOf, type Order } from './layer-of.ts'

const placeOf = { contracts: 'a contract', platform: 'the platform' }

/** Why the file must not import the other; undefined when it may. */
export function forbidden(importer: string, target: string, order: Order): string | undefined {
  const from = layerOf(importer)
  const to = layerOf(target)
  if (from.name === 'tooling' || from.name === 'testing' || from.name === 'outside') return undefined
  if (isTest(target)) return `${target} is a test; nothing imports it`
  if (to.name === 'testing') return isTest(importer) ? undefined : 'only tests import from server/src/testing'
  if (to.name === 'contracts') return undefined
  if (from.name === 'app')
    return to.name === 'portal' || to.name === 'widget' || isShared(to)
      ? `the server does not import from the ${to.name}`
      : undefined
  if (to.name === from.name && to.name !== 'feature') return undefined
  if (from.name === 'feature') return to.name === 'platform' ? undefined : forbiddenToFeature(from, to, target, order)
  if (from.name === 'portal' || from.name === 'widget') {
    if (isShared(to)) return undefined
    return `the ${from.name} imports from itself, the contracts, the thread and the voice client alone, not ${target}`
  }
  if (from.name === 'voice-client') return `the voice client imports from itself and the contracts alone, not ${target}`
  if (from.name === 'thread') return `the thread imports from itself and the contracts alone, not ${target}`
  return `${placeOf[from.name]} is below ${target} and cannot import it`
}

/** Code of browsers that the portal and the widget share. */
const isShared = ({ name }: Layer) => name === 'thread' || name === 'voice-client'

function forbiddenToFeature(from: FeatureFile, to: Layer, target: string, order: Order): string | undefined {
  if (to.name !== 'feature') return `a feature cannot import ${target}`
  if (to.feature === from.feature) return undefined

  const { surfaces } = order
  if (surfaces.includes(from.feature) && surfaces.includes(to.feature))
    return `the surfaces ${from.feature} and ${to.feature} never import each other`

  if (order.separate.some((pair) => pair.includes(from.feature) && pair.includes(to.feature)))
    return `${from.feature} and ${to.feature} do not know each other`

  const ascending = [...order.layers, ...surfaces]
  if (ascending.indexOf(to.feature) > ascending.indexOf(from.feature))
    return `${from.feature} is below ${to.feature} and cannot import from it`
  if (!isOpenToOthers(to, order)) return `${to.place} is private to ${to.feature}`
  return undefined
}

/** Why the file must not use the package; undefined when it may. */
export function forbiddenPackage(importer: string, specifier: string): string | undefined {
  const { name } = layerOf(importer)
  if (isTest(importer)) return undefined
  if (name === 'thread') return `the thread depends on no package, not on ${specifier}`
  if (name !== 'contracts') return undefined
  return specifier === 'zod' || specifier.startsWith('zod/')
    ? undefined
    : `the contracts depend on zod alone, not on ${specifier}`
}
