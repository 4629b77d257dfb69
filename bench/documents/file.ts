export type File = {
  writer: string
  path: string
  /** Where the right values are read: the file itself, or the one from which it was converted. */
  source: string
  /** Of a file that is judged by what its writer was given, because no program tells its cells. */
  texts?: string[][]
  /** Nothing of its texts is cut, though lines of a cell may end anywhere. */
  isWhole?: boolean
}
