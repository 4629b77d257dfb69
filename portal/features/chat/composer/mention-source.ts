/** What can be mentioned: the option's `text` is what stands in the message behind the trigger. */
export type MentionOption = { id: string; text: string; note: string }
export type MentionSource = {
  /** The character that opens the menu. */
  trigger: string
  label: string
  options: readonly MentionOption[]
}

const mostShown = 8

export function findOptions({ options }: MentionSource, wanted: string): MentionOption[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/)
  const fits = ({ text }: MentionOption) => {
    const own = text.toLocaleLowerCase().split(/\s+/)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  return options.filter(fits).slice(0, mostShown)
}
