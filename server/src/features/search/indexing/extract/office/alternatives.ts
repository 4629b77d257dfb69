/** Of what `mc:AlternateContent` offers for programs of different age, the first is read and the others are not. */
export class Alternatives {
  readonly #isTaken: boolean[] = []

  open(): void {
    this.#isTaken.push(false)
  }

  close(): void {
    this.#isTaken.pop()
  }

  /** Whether an element is a further alternative to one that was read. */
  skips(name: string, parent: string | undefined): boolean {
    if (parent !== 'AlternateContent' || (name !== 'Choice' && name !== 'Fallback')) return false
    const last = this.#isTaken.length - 1
    const isTaken = this.#isTaken[last] ?? false
    if (last >= 0) this.#isTaken[last] = true
    return isTaken
  }
}
