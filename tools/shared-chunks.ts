type Module = {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  importedIds: readonly string[]
  isEntry: boolean
}
type Graph = { getModuleInfo: (id: string) => Module | null }
type Rules = {
  firstPage: RegExp
  controls: RegExp
  /** A file that so many pages share is worth being fetched by a page that needs a part of it. */
  fewestPages: number
}

/**
 * Puts what pages share into three files: `parts` for what the first page needs too, `controls` for what is on the
 * library of controls, `shared` for the rest of what many pages import. Left to the bundler, each set of pages that
 * share something gets a file of its own, mostly of some hundred bytes, and a page asks for a hundred of them.
 */
export function sharedChunk({ firstPage, controls, fewestPages }: Rules) {
  return (id: string, graph: Graph): string | null => {
    if (isFetchedAlone(graph.getModuleInfo(id))) return null
    const pages = pagesOf(id, graph)
    if (!pages || pages.length < 2) return null
    if (pages.some((page) => firstPage.test(page))) return 'parts'
    if (pages.length < fewestPages) return null
    return standsOn(controls, id, graph) ? 'controls' : 'shared'
  }
}

const isFetchedAlone = (module: Module | null) => !module || module.isEntry || module.dynamicImporters.length > 0

/** What is fetched alone and cannot do without this module; null: every page has it from the beginning. */
function pagesOf(id: string, graph: Graph): string[] | null {
  const pages: string[] = []
  const seen = new Set([id])
  for (const at of seen) {
    const module = graph.getModuleInfo(at)
    if (module?.isEntry) return null
    if (module?.dynamicImporters.length) pages.push(at)
    for (const importer of module?.importers ?? []) seen.add(importer)
  }
  return pages
}

function standsOn(library: RegExp, id: string, graph: Graph): boolean {
  const seen = new Set([id])
  for (const at of seen) {
    if (library.test(at)) return true
    for (const imported of graph.getModuleInfo(at)?.importedIds ?? []) seen.add(imported)
  }
  return false
}
