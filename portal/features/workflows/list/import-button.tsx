import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { WorkflowFile } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { workflowMessages } from '../messages.ts'
import { useImportWorkflow } from '../use-workflows.ts'

export function ImportButton() {
  const words = useMessages(workflowMessages)
  const navigate = useNavigate()
  const picker = useRef<HTMLInputElement>(null)
  const take = useImportWorkflow()
  const read = async (file: File) => {
    let body: WorkflowFile
    try {
      body = JSON.parse(await file.text())
    } catch {
      showToast(words.notJson)
      return
    }
    take.mutate(body, {
      onSuccess: ({ id, name }) => {
        showToast(words.imported(name))
        navigate({ to: '/workflows/$workflowId', params: { workflowId: id } })
      },
      onError: (error) => showToast(sentenceOf(error, words.importFailed)),
    })
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again.
          event.target.value = ''
          if (file) read(file)
        }}
      />
      <Button size="small" busy={take.isPending} onClick={() => picker.current?.click()}>
        {words.import}
      </Button>
    </>
  )
}
