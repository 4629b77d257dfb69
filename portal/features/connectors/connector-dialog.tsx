import { useRef, useState } from 'react'
import { ENTRY_LABELS, OAUTH_ENTRIES, type OauthEntry, toolsetName } from '#contracts/connector-names.ts'
import type { Connector } from '#contracts/connectors.ts'
import { useMessages } from '../../lib/i18n.ts'
import { issueOf, problemBeside, sentenceOf } from '../../lib/refusal.ts'
import { TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { TextElement } from '../../ui/use-caret-menu.ts'
import { FormDialog } from '../page-parts/form-dialog.tsx'
import { useVariables } from '../settings/variables/use-variables.ts'
import { RowsField } from '../workflows/step/rows-field.tsx'
import { StepContextProvider } from '../workflows/step/step-context.tsx'
import { TemplateField } from '../workflows/step/template-field.tsx'
import { ApiFields } from './api/api-fields.tsx'
import { DocumentField } from './api/document-field.tsx'
import { MAX_CHOSEN } from './api/operations-field.tsx'
import { useApiDraft } from './api/use-api-draft.ts'
import { type Draft, draftOf, saveOf } from './connector-draft.ts'
import { connectorMessages } from './messages.ts'
import { useEntries, useSaveConnector } from './use-connectors.ts'

const fields = ['name', 'url', 'headers', 'oauth_mcp', 'document', 'operations']
const TYPES = ['simple', 'openapi', 'oauth'] as const

/** Makes a connector, or changes the one that is given. */
export function ConnectorDialog({ connector, onClose }: { connector: Connector | null; onClose: () => void }) {
  const words = useMessages(connectorMessages)
  const [draft, setDraft] = useState<Draft>(draftOf(connector))
  const set = (changed: Partial<Draft>) => setDraft((known) => ({ ...known, ...changed }))
  const save = useSaveConnector()
  const { name, type, url, oauth_mcp } = draft
  const api = useApiDraft(connector, draft, set)
  const submit = () => {
    if (api.isAsked) return api.read()
    const onSuccess = (saved: Connector) => {
      onClose()
      showToast(words.saved(saved.name))
    }
    const sent = saveOf(connector, draft)
    if (sent) save.mutate(sent, { onSuccess })
    else onClose()
  }
  const error = api.isAsked ? api.reading.error : save.error
  const isComplete = {
    simple: url.trim() !== '',
    openapi: url.trim() !== '' && api.chosen.length > 0 && api.chosen.length <= MAX_CHOSEN,
    oauth: oauth_mcp !== null,
  }
  return (
    <FormDialog
      title={connector ? words.editTitle(connector.name) : words.createTitle}
      size="medium"
      action={api.isAsked ? words.readDocument : words.save}
      isReady={api.isAsked ? draft.document.trim() !== '' : name.trim() !== '' && isComplete[type]}
      busy={save.isPending || api.reading.isPending}
      problem={api.isAsked ? null : problemBeside(fields, error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      {!api.isAsked && (
        <TextField
          autoFocus
          label={words.name}
          placeholder={words.namePlaceholder}
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={(event) => set({ name: event.target.value })}
          hint={words.nameHint(toolsetName(name.trim() || words.namePlaceholder))}
          error={issueOf(error, 'name')}
        />
      )}
      {!connector && (
        <div>
          <p className="mb-1.5 text-sm font-medium">{words.type}</p>
          <Segmented
            label={words.type}
            value={type}
            choices={TYPES.map((each) => ({ value: each, label: words.types[each] }))}
            onChange={(chosen) => set({ type: chosen })}
          />
          <p className="mt-1.5 text-xs text-pretty text-muted">{words.typeHints[type]}</p>
        </div>
      )}
      {api.isAsked && (
        <DocumentField
          value={draft.document}
          onChange={(document) => set({ document })}
          error={error ? sentenceOf(error, words.documentFailed) : undefined}
        />
      )}
      {type !== 'oauth' && !api.isAsked && <ServerFields draft={draft} set={set} error={error} />}
      {type === 'openapi' && !api.isAsked && <ApiFields draft={api} set={set} error={issueOf(error, 'operations')} />}
      {type === 'oauth' && <EntryField chosen={oauth_mcp} onChange={(entry) => set({ oauth_mcp: entry })} />}
    </FormDialog>
  )
}

type ServerProps = { draft: Draft; set: (changed: Partial<Draft>) => void; error: Error | null }

/** Their texts name variables, which are offered from `{{` on. */
function ServerFields({ draft: { type, url, headers }, set, error }: ServerProps) {
  const words = useMessages(connectorMessages)
  const { data: variables } = useVariables()
  const lastField = useRef<TextElement>(null)
  const placeholders = (variables?.data ?? []).map(({ placeholder, value }) => ({
    name: placeholder,
    from: 'variable' as const,
    sample: value.slice(0, 60),
  }))
  return (
    <StepContextProvider value={{ placeholders, lastField }}>
      <TemplateField
        isCode
        label={words.address}
        placeholder={type === 'simple' ? 'https://crm.example.com/mcp' : 'https://api.example.com/v1'}
        value={url}
        onChange={(text) => set({ url: text })}
        hint={words.addressHint}
        error={issueOf(error, 'url')}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">{words.headers}</legend>
        <p className="mb-2 text-xs text-pretty text-muted">{words.headersHint}</p>
        <RowsField
          onlyTexts
          value={headers}
          onChange={(values) =>
            set({ headers: Object.fromEntries(Object.entries(values).map(([key, text]) => [key, String(text)])) })
          }
        />
        {issueOf(error, 'headers') && (
          <p role="alert" className="mt-1.5 text-xs text-danger">
            {issueOf(error, 'headers')}
          </p>
        )}
      </fieldset>
    </StepContextProvider>
  )
}

function EntryField({ chosen, onChange }: { chosen: OauthEntry | null; onChange: (entry: OauthEntry) => void }) {
  const words = useMessages(connectorMessages)
  const { data: entries } = useEntries()
  const available = entries?.data.filter(({ is_available }) => is_available).map(({ oauth_mcp }) => oauth_mcp) ?? []
  const isAvailable = (entry: OauthEntry) => available.includes(entry)
  return (
    <Select<OauthEntry | ''>
      label={words.service}
      value={chosen ?? ''}
      options={OAUTH_ENTRIES.map((entry) => ({
        value: entry,
        label: isAvailable(entry) ? ENTRY_LABELS[entry] : words.unavailable(ENTRY_LABELS[entry]),
        disabled: !isAvailable(entry) && entry !== chosen,
      }))}
      onChange={(entry) => entry && onChange(entry)}
      {...(entries &&
        available.length < OAUTH_ENTRIES.length && {
          hint: available.length === 0 ? words.noneAvailable : words.someUnavailable,
        })}
    />
  )
}
