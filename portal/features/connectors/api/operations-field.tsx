import { useState } from 'react'
import type { ApiDocument, ApiOperation } from '#contracts/api-documents.ts'
import { hasWords } from '#contracts/fold-text.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useTokenCost } from '../connector-facts.tsx'
import { connectorMessages } from '../messages.ts'

/** The server's limit. */
export const MAX_CHOSEN = 200
/** The largest APIs have ten thousand, which are found by searching. */
const MAX_SHOWN = 500

type OperationsFieldProps = {
  api: ApiDocument
  chosen: readonly string[]
  onChange: (operations: string[]) => void
  error: string | undefined
}

/** Which operations of an API become tools. */
export function OperationsField({ api, chosen, onChange, error }: OperationsFieldProps) {
  const words = useMessages(connectorMessages)
  const [wanted, setWanted] = useState('')
  const isChosen = new Set(chosen)
  const language = useLanguage()
  const found = api.operations.filter((each) => fits(each, wanted))
  const shown = found.slice(0, MAX_SHOWN)
  const able = shown.filter(({ problem }) => problem === null).map(({ operation }) => operation)
  const countAble = able.filter((operation) => isChosen.has(operation)).length
  const set = (operations: readonly string[], on: boolean) => {
    const others = chosen.filter((each) => !operations.includes(each))
    onChange(on ? [...others, ...operations] : others)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{words.operations}</legend>
      <p className="mb-2 text-xs text-pretty text-muted">
        <Sum api={api} chosen={isChosen} />
      </p>
      <SearchField label={words.findOperation} value={wanted} onChange={setWanted} className="mb-2" />
      <div className="overflow-hidden rounded-lg border border-line">
        {able.length > 0 && (
          <div className="border-b border-line bg-canvas px-3 py-2">
            <Checkbox
              shown
              label={words.allShown(able.length)}
              checked={countAble === 0 ? false : countAble === able.length || 'indeterminate'}
              onChange={(on) => set(able, on)}
            />
          </div>
        )}
        <ul className="max-h-80 divide-y divide-line overflow-y-auto">
          {shown.map((each) => (
            <Operation
              key={each.operation}
              operation={each}
              checked={isChosen.has(each.operation)}
              onChange={(on) => set([each.operation], on)}
            />
          ))}
        </ul>
        {found.length === 0 && <p className="px-3 py-2.5 text-sm text-muted">{words.noOperation}</p>}
        {found.length > MAX_SHOWN && (
          <p className="border-t border-line px-3 py-2.5 text-sm text-muted">
            {words.searchForOthers(formatNumber(MAX_SHOWN, language), formatNumber(found.length, language))}
          </p>
        )}
      </div>
      {(error || chosen.length > MAX_CHOSEN) && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          {error ?? words.tooManyOperations(MAX_CHOSEN)}
        </p>
      )}
    </fieldset>
  )
}

const fits = ({ operation, name, description, tag }: ApiOperation, wanted: string): boolean =>
  hasWords([operation, name, description, tag ?? ''].join(' '), wanted)

type OperationProps = { operation: ApiOperation; checked: boolean; onChange: (checked: boolean) => void }

function Operation({ operation: { operation, description, is_deprecated, problem }, ...box }: OperationProps) {
  const words = useMessages(connectorMessages)
  return (
    <li className="[contain-intrinsic-height:3.5rem] [content-visibility:auto]">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is the control */}
      <label className="flex items-start gap-2.5 px-3 py-2 hover:bg-hover">
        <Checkbox label={operation} disabled={problem !== null} {...box} />
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2">
            <code className="font-mono text-xs font-medium break-all">{operation}</code>
            {is_deprecated && <Badge tone="warning">{words.deprecated}</Badge>}
          </span>
          {(problem ?? description) && (
            <span className="mt-0.5 line-clamp-2 block text-xs text-muted">
              {problem === null ? description : words.notATool(problem)}
            </span>
          )}
        </span>
      </label>
    </li>
  )
}

function Sum({ api, chosen }: { api: ApiDocument; chosen: ReadonlySet<string> }) {
  const words = useMessages(connectorMessages)
  const language = useLanguage()
  const cost = useTokenCost()
  const { operations, total } = api
  const tokens = operations.reduce((sum, each) => sum + (chosen.has(each.operation) ? each.token_count : 0), 0)
  const counted = words.chosen(formatNumber(chosen.size, language), formatNumber(total, language))
  const left = total > operations.length ? ` ${words.firstShown(formatNumber(operations.length, language))}` : ''
  return chosen.size === 0 ? `${words.chooseOperations}${left}` : `${counted} · ${cost(tokens)}${left}`
}
