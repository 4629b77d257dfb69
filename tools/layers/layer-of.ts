import { posix } from 'node:path'

/** Files whose statements write tables of several features, each with exactly the tables that it writes. */
export type JointWrites = Record<string, string[]>

export type Order = {
  layers: string[]
  surfaces: string[]
  /** Pairs of features of which neither knows the other, although one is above. */
  separate: string[][]
  /** Folders of features whose files other features may import, like those of the root. */
  open_folders: string[]
  joint_writes: JointWrites
}

export type Layer =
  | {
      name:
        | 'contracts'
        | 'platform'
        | 'app'
        | 'testing'
        | 'thread'
        | 'voice-client'
        | 'portal'
        | 'widget'
        | 'tooling'
        | 'outside'
    }
  | FeatureFile

export type FeatureFile = { name: 'feature'; feature: string; place: string }

const prefixes = [
  ['contracts/', 'contracts'],
  ['server/src/platform/', 'platform'],
  ['server/src/app/', 'app'],
  ['server/src/testing/', 'testing'],
  ['thread/', 'thread'],
  ['voice-client/', 'voice-client'],
  ['portal/', 'portal'],
  ['widget/', 'widget'],
  ['tools/', 'tooling'],
  ['bench/', 'tooling'],
  ['e2e/', 'tooling'],
] as const

/** The layer that a path belongs to; a feature's file also has its place inside the feature. */
export function layerOf(path: string): Layer {
  const [, feature, place] = path.match(/^server\/src\/features\/([^/]+)\/(.+)$/) ?? []
  if (feature !== undefined && place !== undefined) return { name: 'feature', feature, place }
  return { name: prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'outside' }
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Where a specifier leads, relative to the root; undefined when it names a package. */
export function pathOf(specifier: string, importer: string, aliases: Record<string, string>): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace(/\*$/, '')
    if (alias.endsWith('*') ? specifier.startsWith(prefix) : specifier === alias)
      return posix.normalize(target.replace('*', () => specifier.slice(prefix.length)))
  }
  return undefined
}

/** Whether a file at this place inside a feature may be imported by another feature. */
export function isOpenToOthers({ feature, place }: FeatureFile, { open_folders }: Order): boolean {
  const folder = posix.dirname(place)
  if (folder !== '.' && !open_folders.includes(`${feature}/${folder}`)) return false
  const operation = /^[a-z0-9]+(-[a-z0-9]+)+\.tsx?$/
  const shared = /^(access|table|present|events|jobs|context)\.ts$/
  const file = posix.basename(place)
  return operation.test(file) || shared.test(file)
}
