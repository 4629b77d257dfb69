import { useMessages } from '../../../lib/i18n.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { showToast } from '../../../ui/toast.tsx'
import { drafts } from '../../conversation/compose/drafts.ts'
import { acceptFiles } from './limits.ts'
import { fileMessages } from './messages.ts'

const maxExplained = 2

/** Adds files to a draft, wherever they come from, and explains which of them do not fit. */
export function useAttaching(key: string): (files: readonly File[]) => void {
  const words = useMessages(fileMessages)
  return useStable((files) => {
    const { taken, refused } = acceptFiles(drafts.read(key).files, files)
    drafts.write(key, { files: taken })
    for (const { reason, name } of refused.slice(0, maxExplained)) showToast(words.refused[reason](name))
    if (refused.length > maxExplained) showToast(words.moreRefused(refused.length - maxExplained))
  })
}
