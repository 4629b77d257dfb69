import { type Attributes, attributeOf, isOn } from '../office/parse-xml.ts'

const MAX_ENTRY_LENGTH = 250

/** Collects what a form field of Word's older kind shows: the tick of a check box, or the chosen entry of a list. */
export class FormField {
  #checked: { byDefault: boolean; byPerson: boolean | null } | null = null
  #entries: string[] = []
  #chosen: number | null = null

  open(name: string, attributes: Attributes): void {
    const value = attributeOf(attributes, 'val')
    if (name === 'checkBox') this.#checked = { byDefault: false, byPerson: null }
    else if (name === 'default' && this.#checked) this.#checked.byDefault = isOn(attributes)
    else if (name === 'checked' && this.#checked) this.#checked.byPerson = isOn(attributes)
    else if (name === 'listEntry') this.#entries.push(value.slice(0, MAX_ENTRY_LENGTH))
    else if (name === 'result' || (name === 'default' && this.#chosen === null)) this.#chosen = Number(value)
  }

  /** Empty for a text field, whose value is text of the paragraph. */
  get text(): string {
    if (this.#checked) return (this.#checked.byPerson ?? this.#checked.byDefault) ? '☒' : '☐'
    return this.#entries[this.#chosen ?? 0] ?? ''
  }
}
