import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogModel } from '#contracts/models.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Select } from '../../ui/select.tsx'
import { useContact, useContacts } from '../contacts/use-contacts.ts'
import { modelsQuery } from '../models/models-query.ts'
import { nameOf, usePeople } from '../people/use-people.ts'
import { useTeammates } from '../teammates/use-teammates.ts'
import { useAllWorkflows } from '../workflows/use-all-workflows.ts'
import { channels, costs, durations, type LogsSearch, tokenCounts } from './filters.ts'
import { logMessages } from './messages.ts'
import { StatusFilter } from './status-filter.tsx'

type FiltersProps = {
  search: LogsSearch
  onChange: (change: LogsSearch) => void
  /** Absent where none is set. */
  onClear: (() => void) | undefined
}

/** What the list can be narrowed to. Several statuses may be chosen, of everything else one. */
export function Filters({ search, onChange, onClear }: FiltersProps) {
  const words = useMessages(logMessages)
  const { organization } = useSession()
  const { data: teammates = [] } = useTeammates()
  const { data: people } = usePeople()
  const { data: workflows = [] } = useAllWorkflows()
  const { data: models = [] } = useQuery(modelsQuery(organization))
  const presets = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
    values.map((value) => ({ value, label: labels[value] }))
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 rounded-xl border border-line bg-canvas p-3 sm:grid-cols-3 lg:grid-cols-5">
      <StatusFilter value={search.status ?? ''} onChange={(status) => onChange({ status })} />
      <OneOf
        label={words.teammate}
        value={search.teammate}
        options={teammates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(teammate) => onChange({ teammate })}
      />
      <OneOf
        label={words.channel}
        value={search.channel}
        options={channels.map((value) => ({ value, label: words.channels[value] ?? value }))}
        onChange={(channel) => onChange({ channel })}
      />
      {(workflows.length > 0 || search.workflow) && (
        <OneOf
          label={words.workflow}
          value={search.workflow}
          options={workflows.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(workflow) => onChange({ workflow })}
        />
      )}
      <OneOf
        label={words.person}
        value={search.person}
        options={(people?.data ?? []).map((person) => ({ value: person.id, label: nameOf(person) }))}
        onChange={(person) => onChange({ person })}
      />
      <OneContact value={search.contact ?? ''} onChange={(contact) => onChange({ contact })} />
      <OneOf
        label={words.model}
        value={search.model}
        options={namesOf(models)}
        onChange={(model) => onChange({ model })}
      />
      <OneOf
        label={words.duration}
        value={search.duration}
        options={presets(durations, words.durations)}
        onChange={(duration) => onChange({ duration })}
      />
      <OneOf
        label={words.tokens}
        value={search.tokens}
        options={presets(tokenCounts, words.tokenCounts)}
        onChange={(tokens) => onChange({ tokens })}
      />
      <OneOf
        label={words.cost}
        value={search.cost}
        options={presets(costs, words.costs)}
        onChange={(cost) => onChange({ cost })}
      />
      <Crm key={search.crm ?? ''} value={search.crm ?? ''} onChange={(crm) => onChange({ crm })} />
      {onClear && <Button onClick={onClear}>{words.clear}</Button>}
    </div>
  )
}

/** Several vendors may serve a model under one name. */
const namesOf = (models: CatalogModel[]) => [
  ...new Map(models.map(({ model, name }) => [model, { value: model, label: name }])).values(),
]

const ALL = 'all'

type OneOfProps = {
  label: string
  value: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

function OneOf({ label, value, options, onChange }: OneOfProps) {
  const words = useMessages(logMessages)
  // What an address names and nothing here is called so is filtered by all the same.
  const unknown = value && !options.some((option) => option.value === value) ? [{ value, label: value }] : []
  return (
    <Select
      label={label}
      value={value ?? ALL}
      options={[{ value: ALL, label: words.all }, ...options, ...unknown]}
      onChange={(next) => onChange(next === ALL ? '' : next)}
      className="min-w-0"
    />
  )
}

/** There may be any number of contacts, so the server looks for them. */
function OneContact({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const words = useMessages(logMessages)
  const [wanted, setWanted] = useState('')
  const { data: found = [] } = useContacts(useSettled(wanted))
  const { data: chosen } = useContact(value)
  const others = found.filter(({ id }) => id !== value)
  return (
    <Picker
      label={words.contact}
      words={{ find: words.findContact, none: words.noContact }}
      value={value}
      placeholder={words.all}
      options={[
        ...(wanted === '' && value ? [{ value: '', label: words.all }] : []),
        ...[...(chosen ? [chosen] : []), ...others].map((each) => ({ value: each.id, label: each.display_name })),
      ]}
      onFind={setWanted}
      onChange={onChange}
      className="min-w-0"
    />
  )
}

/** What flows have written as the CRM; it is looked for when Enter is pressed or the field is left. */
function Crm({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const words = useMessages(logMessages)
  const [typed, setTyped] = useState(value)
  const apply = () => {
    if (typed.trim() !== value) onChange(typed.trim())
  }
  return (
    <TextField
      label={words.crm}
      value={typed}
      maxLength={300}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
      onBlur={apply}
    />
  )
}
