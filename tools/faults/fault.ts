/** A mistake to plant in our own code, and the test file that should fail on it. */
export type Fault = {
  /** Relative to the root of the repository, as is `tests`. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** The cheapest test file that should fail; not an end-to-end one, because the pages are not built again. */
  tests: string
  /** The failure that users would meet, in one sentence. */
  what: string
}

/** The text of the fault's file with the fault in it. */
export const withFault = (text: string, { find, replace }: Pick<Fault, 'find' | 'replace'>): string =>
  text.replace(find, () => replace)
