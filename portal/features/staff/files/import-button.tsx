import { useState } from 'react'
import type { ImportNotice, TeammateFile } from '#contracts/teammate-files.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { JsonFileButton } from '../../page-parts/json-file-button.tsx'
import { teammateFileMessages } from './messages.ts'
import { problemOf } from './problem-of.ts'
import { useImportTeammate } from './use-teammate-files.ts'

export type Imported = { teammate: Teammate; notices: ImportNotice[] }

export function ImportButton({ onImported }: { onImported: (imported: Imported) => void }) {
  const words = useMessages(teammateFileMessages)
  const [problem, setProblem] = useState<string | null>(null)
  const take = useImportTeammate()
  const read = (content: unknown) => {
    const found = problemOf(content)
    setProblem(found && words.problems[found])
    if (found) return
    take.mutate(content as TeammateFile, {
      onSuccess: onImported,
      onError: (error) => setProblem(sentenceOf(error, words.importFailed)),
    })
  }
  return (
    <div className="border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-pretty text-muted">{words.importText}</p>
        <JsonFileButton label={words.import} busy={take.isPending} onRead={read} />
      </div>
      {problem && !take.isPending && (
        <p role="alert" className="mt-2 text-sm text-pretty break-words text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
