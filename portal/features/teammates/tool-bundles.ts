/** Tools by what people want a teammate to be able to do. A tool belongs to one bundle. */
export const bundles = {
  read_files: ['storage.list', 'storage.stat_file', 'storage.read_file'],
  search_files: ['storage.semantic_search', 'storage.search'],
  edit_files: [
    'storage.write_file',
    'storage.edit_file',
    'storage.rename',
    'storage.copy',
    'storage.move',
    'storage.delete',
  ],
  link_files: ['storage.get_temp_file_url'],
  make_files: ['files.create'],
  call_apis: ['http_request'],
  ask_teammates: ['agent.call_teammate'],
  ask_people: ['conversation.request_operator'],
} as const

export type BundleName = keyof typeof bundles
export const bundleNames = Object.keys(bundles) as BundleName[]

/** What a new teammate begins with in the portal: it can look something up, and change nothing. */
export const firstBundles: readonly BundleName[] = ['read_files', 'search_files']

/** Whether all of a bundle is on, or some of it. */
export function stateOf(bundle: readonly string[], on: readonly string[]): boolean | 'indeterminate' {
  const count = bundle.filter((name) => on.includes(name)).length
  return count === bundle.length || (count > 0 && 'indeterminate')
}

/** A bundle switched whole; whatever else is on stays as it is. */
export function switchBundle(bundle: readonly string[], on: readonly string[], wanted: boolean): string[] {
  const others = on.filter((name) => !bundle.includes(name))
  if (!wanted) return others
  return [...on, ...bundle.filter((name) => !on.includes(name))]
}

/** What a teammate can do at least in part. */
export const bundlesOf = (tools: readonly string[]): BundleName[] =>
  bundleNames.filter((name) => stateOf(bundles[name], tools) !== false)

export const toolsOf = (names: readonly BundleName[]): string[] => names.flatMap((name) => bundles[name])
