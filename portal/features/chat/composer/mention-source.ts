import { foldText } from '#contracts/fold-text.ts'
/** An option of the menu; `inserted`, or else `text`, follows the trigger in the message. */
export type MentionOption = {
  id: string
  text: string
  note: string
  inserted?: string
  kind: 'teammate' | 'file' | 'folder'
}
export type MentionSource = {
  /** The character that opens the menu. */
  trigger: string
  label: string
  options: readonly MentionOption[]
  /** The server has searched the options, so they are not filtered again. */
  isFound?: true
}

const maxVisible = 8

export function findOptions({ options, isFound }: MentionSource, wanted: string): MentionOption[] {
  if (isFound) return options.slice(0, maxVisible)
  const folded = foldText(wanted)
  const words = folded.split(/\s+/)
  const fits = ({ text }: MentionOption) => {
    // After a space, only names that continue with another word still match.
    if (folded.endsWith(' ')) return foldText(text).startsWith(folded)
    const own = foldText(text).split(/\s+/)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  return options.filter(fits).slice(0, maxVisible)
}
