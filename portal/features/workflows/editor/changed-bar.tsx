import type { Workflow } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { showToast } from '../../../ui/toast.tsx'
import { ConflictBar } from '../../conflicts/conflict-bar.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { textOf } from './draft.ts'
import { editorMessages } from './messages.ts'
import type { WorkflowDraft } from './use-workflow-draft.ts'

export function ChangedBar({ draft, theirs }: { draft: WorkflowDraft; theirs: Workflow }) {
  const words = useMessages(editorMessages)
  const parts = useMessages(partMessages)
  const load = () => {
    draft.change({ type: 'load', workflow: theirs })
    showToast(words.loadedTheirs, { label: parts.undo, run: () => draft.change({ type: 'undo' }) })
  }
  return (
    <ConflictBar
      text={words.conflict}
      theirs={textOf(theirs)}
      readMine={() => draft.brokenText ?? textOf(draft.values)}
      choices={[
        { label: words.loadTheirs, run: load },
        { label: words.saveMine, run: () => draft.change({ type: 'keep', workflow: theirs }) },
      ]}
    />
  )
}
