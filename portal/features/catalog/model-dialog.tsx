import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AiModel } from '#contracts/catalog.ts'
import { ApiError } from '#contracts/client.ts'
import * as modelPaths from '#contracts/paths/models.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { issueOf, problemBeside, sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { vendorIds } from '../models/model-rules.ts'
import { vendorLabel } from '../models/vendor-label.ts'
import { FormDialog } from '../page-parts/form-dialog.tsx'
import { catalogMessages } from './messages.ts'
import { capabilityNames, draftOf, type ModelDraft, modelOf, priceNames } from './model-draft.ts'
import { useSaveItem } from './use-admin-catalog.ts'

/** Only this vendor publishes what its models can do. */
const published = 'vendor_2'

export function ModelDialog({ model, onClose }: { model: AiModel | null; onClose: () => void }) {
  const words = useMessages(catalogMessages)
  const [draft, setDraft] = useState(() => draftOf(model))
  /** Whether prices may be judged: one of them has been left, or they were to be saved. */
  const [isJudged, setJudged] = useState(false)
  const set = (changes: Partial<ModelDraft>) => setDraft((known) => ({ ...known, ...changes }))
  const save = useSaveItem('models', model?.id)
  const read = modelOf(draft)
  const submit = () => {
    setJudged(true)
    if (!('model' in read)) return
    save.mutate(read.model, {
      onSuccess: ({ name }) => {
        onClose()
        showToast(words.saved(name))
      },
    })
  }
  const { error } = save
  const isComplete = draft.name.trim() !== '' && draft.model.trim() !== ''
  return (
    <FormDialog
      size="medium"
      title={model ? words.editModelTitle : words.addModelTitle}
      isReady={isComplete}
      busy={save.isPending}
      problem={
        error && isListed(error)
          ? words.modelExists(vendorLabel(draft.provider))
          : problemBeside(['name', 'model', ...priceNames], error, words.saveFailed)
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Identity draft={draft} onChange={set} error={error} />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{words.capabilities}</legend>
        <div className="space-y-2.5">
          {capabilityNames.map((name) => (
            <Checkbox
              key={name}
              shown
              label={words.capability[name]}
              checked={draft[name]}
              onChange={(on) => set({ [name]: on })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{words.prices}</legend>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {priceNames.map((name) => (
            <TextField
              key={name}
              label={{ input_cost: words.input, output_cost: words.output, cached_input_cost: words.cachedInput }[name]}
              hint={name === 'cached_input_cost' ? words.cachedHint : undefined}
              inputMode="decimal"
              autoComplete="off"
              value={draft[name]}
              onChange={(event) => set({ [name]: event.target.value })}
              onBlur={() => setJudged(true)}
              error={
                isJudged && 'wrong' in read && read.wrong.includes(name) ? words.priceInvalid : issueOf(error, name)
              }
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}

/** Shown here, where the vendor has a name for people. */
const isListed = (error: Error): boolean => error instanceof ApiError && error.code === 'MODEL_EXISTS'

type IdentityProps = { draft: ModelDraft; onChange: (changes: Partial<ModelDraft>) => void; error: Error | null }

function Identity({ draft, onChange, error }: IdentityProps) {
  const words = useMessages(catalogMessages)
  const metadata = useMutation({
    mutationFn: () =>
      call(modelPaths.showModelMetadata, { query: { provider: draft.provider, model: draft.model.trim() } }),
    onSuccess: (found) => {
      onChange(draftOf(found))
      showToast(words.fetched)
    },
  })
  const fetchError = metadata.error && sentenceOf(metadata.error, words.fetchFailed)
  return (
    <>
      <Select
        label={words.vendor}
        value={draft.provider}
        options={vendorIds.map((value) => ({ value, label: vendorLabel(value) }))}
        onChange={(provider) => {
          metadata.reset()
          onChange({ provider })
        }}
      />
      <div className="flex items-start gap-2">
        <TextField
          autoFocus
          label={words.identifier}
          hint={words.identifierHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="grow"
          value={draft.model}
          onChange={(event) => onChange({ model: event.target.value })}
          error={issueOf(error, 'model') ?? fetchError ?? undefined}
        />
        {draft.provider === published && (
          <Button
            aria-label={words.fetchMetadataLabel}
            className="mt-[1.625rem]"
            busy={metadata.isPending}
            disabled={draft.model.trim() === ''}
            onClick={() => metadata.mutate()}
          >
            {words.fetchMetadata}
          </Button>
        )}
      </div>
      <TextField
        label={words.name}
        autoComplete="off"
        maxLength={200}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={issueOf(error, 'name')}
      />
    </>
  )
}
