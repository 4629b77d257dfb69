import { useNavigate } from '@tanstack/react-router'
import type { WorkflowFile } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { showToast } from '../../../ui/toast.tsx'
import { JsonFileButton } from '../../page-parts/json-file-button.tsx'
import { workflowMessages } from '../messages.ts'
import { useImportWorkflow } from '../use-workflows.ts'

export function ImportButton() {
  const words = useMessages(workflowMessages)
  const navigate = useNavigate()
  const take = useImportWorkflow()
  const read = (content: unknown) => {
    if (content === undefined) return showToast(words.notJson)
    take.mutate(content as WorkflowFile, {
      onSuccess: ({ id, name }) => {
        showToast(words.imported(name))
        navigate({ to: '/workflows/$workflowId', params: { workflowId: id } })
      },
      onError: (error) => showToast(sentenceOf(error, words.importFailed)),
    })
  }
  return <JsonFileButton label={words.import} busy={take.isPending} onRead={read} />
}
