import { Braces, SearchX, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { hasWords } from '#contracts/fold-text.ts'
import type { Variable } from '#contracts/variables.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Section } from '../../../ui/section.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { variableMessages } from './messages.ts'
import { useDeleteVariables, useVariables } from './use-variables.ts'
import { VariableDialog } from './variable-dialog.tsx'
import { VariablesTable } from './variables-table.tsx'

const DeletedVariables = lazy(() =>
  whenReachable(() => import('./deleted-variables.tsx')).then((module) => ({ default: module.DeletedVariables })),
)

/** For everyone in the organization, members too. */
export function Variables() {
  const words = useMessages(variableMessages)
  const variables = useVariables()
  /** `null` is a variable that is being made. */
  const [edited, setEdited] = useState<Variable | null | undefined>(undefined)
  const [isTrashOpen, setTrashOpen] = useState(false)
  const create = () => setEdited(null)
  return (
    <Section
      title={words.title}
      text={words.text}
      actions={
        <>
          <IconButton label={words.deletedVariables} onClick={() => setTrashOpen(true)}>
            <Trash2 aria-hidden />
          </IconButton>
          <AddButton look="primary" onClick={create}>
            {words.create}
          </AddButton>
        </>
      }
    >
      <ListPlaceholder query={variables} failed={words.failed} />
      {variables.data?.data.length === 0 && (
        <EmptyState icon={<Braces aria-hidden />} title={words.none} text={words.noneText}>
          <Button onClick={create}>{words.create}</Button>
        </EmptyState>
      )}
      {variables.data && variables.data.data.length > 0 && (
        <Listed variables={variables.data.data} onEdit={setEdited} />
      )}
      {edited !== undefined && (
        <VariableDialog key={edited?.id ?? 'new'} variable={edited} onClose={() => setEdited(undefined)} />
      )}
      <Suspense>{isTrashOpen && <DeletedVariables onClose={() => setTrashOpen(false)} />}</Suspense>
    </Section>
  )
}

function Listed({ variables, onEdit }: { variables: Variable[]; onEdit: (variable: Variable) => void }) {
  const words = useMessages(variableMessages)
  const [wanted, setWanted] = useState('')
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const remove = useDeleteVariables()
  const found = variables.filter(({ placeholder }) => hasWords(placeholder, wanted))
  // What is not in sight is not deleted either.
  const selected = found.filter(({ id }) => marked.has(id))
  const deleteSelected = () => {
    remove.mutate(selected)
    setMarked(new Set())
  }
  return (
    <>
      <SearchField label={words.find} value={wanted} onChange={setWanted} className="mb-3 sm:max-w-xs" />
      {found.length > 0 ? (
        <VariablesTable variables={found} marked={marked} onMark={setMarked} onEdit={onEdit} />
      ) : (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound}>
          <Button onClick={() => setWanted('')}>{words.clearSearch}</Button>
        </EmptyState>
      )}
      {selected.length > 0 && (
        <div className="sticky bottom-3 z-10 flex justify-center pt-6 md:bottom-5">
          <SelectionBar label={words.selected(selected.length)}>
            <Button look="quiet" onClick={() => setMarked(new Set())}>
              {words.clear}
            </Button>
            <Button look="danger" onClick={deleteSelected}>
              <Trash2 aria-hidden className="size-4" />
              {words.delete}
            </Button>
          </SelectionBar>
        </div>
      )}
    </>
  )
}
