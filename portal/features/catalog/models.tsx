import { Boxes, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { AiModel } from '#contracts/catalog.ts'
import { hasWords } from '#contracts/fold-text.ts'
import { formatPrice } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { Capabilities } from '../models/model-note.tsx'
import { inGroups } from '../models/model-rules.ts'
import { vendorLabel } from '../models/vendor-label.ts'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { ActionsTh } from '../page-parts/table-heads.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { DeleteItem } from './delete-item.tsx'
import { catalogMessages } from './messages.ts'
import { ModelDialog } from './model-dialog.tsx'
import { RowActions } from './row-actions.tsx'
import { useAdminList } from './use-admin-catalog.ts'

export function Models() {
  const words = useMessages(catalogMessages)
  const models = useAdminList('models')
  const [wanted, setWanted] = useState('')
  /** `null`: a new model is being added; `undefined`: the dialog is closed. */
  const [edited, setEdited] = useState<AiModel | null | undefined>(undefined)
  const [doomed, setDoomed] = useState<AiModel | undefined>(undefined)
  if (!models.data) return models.isError ? <LoadFailed title={words.modelsFailed} query={models} /> : <WaitingRows />

  const found = inGroups(models.data.data).filter((model) => matches(model, wanted))
  return (
    <div data-wide>
      <div className="mb-3 flex items-center justify-between gap-3">
        <SearchField label={words.findModel} value={wanted} onChange={setWanted} className="grow sm:max-w-xs" />
        <Button look="primary" onClick={() => setEdited(null)}>
          <Plus aria-hidden className="size-4" />
          {words.addModel}
        </Button>
      </div>
      {models.data.data.length === 0 ? (
        <EmptyState icon={<Boxes aria-hidden />} title={words.noModels} text={words.noModelsText} />
      ) : found.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound} text={words.noneFoundText} />
      ) : (
        <ModelTable models={found} onEdit={setEdited} onDelete={setDoomed} />
      )}
      {edited !== undefined && (
        <ModelDialog key={edited?.id ?? 'new'} model={edited} onClose={() => setEdited(undefined)} />
      )}
      {doomed && (
        <DeleteItem
          kind="models"
          item={doomed}
          title={words.deleteModelTitle(doomed.name)}
          text={words.deleteModelText}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </div>
  )
}

type ModelTableProps = { models: AiModel[]; onEdit: (model: AiModel) => void; onDelete: (model: AiModel) => void }

function ModelTable({ models, onEdit, onDelete }: ModelTableProps) {
  const words = useMessages(catalogMessages)
  const language = useLanguage()
  const price = (usd: number | null) => (usd === null ? '–' : formatPrice(usd, language))
  return (
    <Table caption={words.models}>
      <thead>
        <tr>
          <Th>{words.name}</Th>
          <Th className="max-sm:hidden">{words.vendor}</Th>
          <Th className="max-lg:hidden">{words.capabilities}</Th>
          <Th className="text-right max-sm:hidden">{words.input}</Th>
          <Th className="text-right max-sm:hidden">{words.output}</Th>
          <Th className="text-right max-md:hidden">{words.cachedInput}</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.id} className="hover:bg-hover">
            <Td className="max-w-0 max-md:w-full md:w-1/3">
              <span className="block truncate font-medium">{model.name}</span>
              <span className="block truncate font-mono text-2xs text-muted max-sm:hidden">{model.model}</span>
              <span className="block truncate text-xs text-muted tabular-nums sm:hidden">
                {vendorLabel(model.provider)}
                {(model.input_cost !== null || model.output_cost !== null) &&
                  ` · ${price(model.input_cost)} / ${price(model.output_cost)}`}
              </span>
            </Td>
            <Td className="whitespace-nowrap text-muted max-sm:hidden">{vendorLabel(model.provider)}</Td>
            <Td className="max-lg:hidden">
              <span className="flex gap-1">
                <Capabilities model={model} />
              </span>
            </Td>
            <Td className="text-right whitespace-nowrap tabular-nums max-sm:hidden">{price(model.input_cost)}</Td>
            <Td className="text-right whitespace-nowrap tabular-nums max-sm:hidden">{price(model.output_cost)}</Td>
            <Td className="text-right whitespace-nowrap text-muted tabular-nums max-md:hidden">
              {price(model.cached_input_cost)}
            </Td>
            <RowActions name={model.name} onEdit={() => onEdit(model)} onDelete={() => onDelete(model)} />
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const matches = ({ name, model, provider }: AiModel, wanted: string): boolean =>
  hasWords(`${name} ${model} ${vendorLabel(provider)}`, wanted)
