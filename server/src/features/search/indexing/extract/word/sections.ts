import { type Attributes, isOn, relationId } from '../office/parse-xml.ts'

type Reference = { kind: 'header' | 'footer'; type: string; relation: string }

/** Collects which headers and footers the pages of a document show. */
export class Sections {
  #sections: { references: Reference[]; hasFirstPage: boolean }[] = []
  #changes = 0

  open(name: string, attributes: Attributes): void {
    if (name === 'sectPrChange') this.#changes++
    if (this.#changes > 0) return
    if (name === 'sectPr') this.#sections.push({ references: [], hasFirstPage: false })
    const section = this.#sections.at(-1)
    if (name === 'titlePg' && section) section.hasFirstPage = isOn(attributes)
    if (name !== 'headerReference' && name !== 'footerReference') return
    const type = Object.entries(attributes).find(([key]) => key.endsWith(':type'))?.[1] ?? 'default'
    const kind = name === 'headerReference' ? 'header' : 'footer'
    section?.references.push({ kind, type, relation: relationId(attributes) })
  }

  close(name: string): void {
    if (name === 'sectPrChange') this.#changes--
  }

  /**
   * The relations of the headers or footers that are shown; a first page or even pages may have none of their own. A section
   * without one of a type has that of the section before it.
   */
  shown(kind: 'header' | 'footer', hasEvenPages: boolean): Set<string> {
    const current = new Map<string, string>()
    const shown = new Set<string>()
    for (const { references, hasFirstPage } of this.#sections) {
      for (const one of references) if (one.kind === kind) current.set(one.type, one.relation)
      for (const [type, relation] of current)
        if (type === 'first' ? hasFirstPage : type !== 'even' || hasEvenPages) shown.add(relation)
    }
    return shown
  }
}
