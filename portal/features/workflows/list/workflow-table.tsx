import { Link } from '@tanstack/react-router'
import { Building2, Download, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowRow } from '#contracts/workflows.ts'
import { formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { ActionsTh } from '../../page-parts/table-heads.tsx'
import { workflowMessages } from '../messages.ts'
import { useDeleteWorkflow, useExportWorkflow } from '../use-workflows.ts'
import { CloneDialog } from './clone-dialog.tsx'

export function WorkflowTable({ workflows }: { workflows: WorkflowRow[] }) {
  const words = useMessages(workflowMessages)
  const [cloned, setCloned] = useState<WorkflowRow | null>(null)
  return (
    <>
      <Table caption={words.title}>
        <thead>
          <tr>
            <Th>{words.name}</Th>
            <Th className="text-right max-md:hidden">{words.steps}</Th>
            <Th className="max-md:hidden">{words.changed}</Th>
            <ActionsTh />
          </tr>
        </thead>
        <tbody>
          {workflows.map((workflow) => (
            <Row key={workflow.id} workflow={workflow} onClone={() => setCloned(workflow)} />
          ))}
        </tbody>
      </Table>
      {cloned && <CloneDialog workflow={cloned} onClose={() => setCloned(null)} />}
    </>
  )
}

function Row({ workflow, onClone }: { workflow: WorkflowRow; onClone: () => void }) {
  const words = useMessages(workflowMessages)
  const language = useLanguage()
  const remove = useDeleteWorkflow()
  const save = useExportWorkflow()
  const { id, name, description, is_draft, step_count, updated_at } = workflow
  return (
    <tr className="relative hover:bg-hover">
      <Td className="w-full max-w-0">
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId: id }}
          className="block font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
        >
          <span className="flex items-center gap-2">
            <span className="truncate">{name}</span>
            {is_draft && (
              <span title={words.draftHint}>
                <Badge tone="warning">{words.draft}</Badge>
              </span>
            )}
          </span>
          <span className="block truncate text-xs font-normal text-muted">
            <span className="md:hidden">
              {words.stepCount(step_count)}
              {description && ' · '}
            </span>
            {description}
          </span>
        </Link>
      </Td>
      <Td className="text-right text-muted tabular-nums max-md:hidden">{step_count}</Td>
      <Td className="whitespace-nowrap text-muted max-md:hidden">{formatWhen(updated_at, language)}</Td>
      <Td className="relative z-1 w-12 text-right">
        <Menu
          align="end"
          trigger={
            <IconButton label={words.actionsOf(name)}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Download aria-hidden />} onSelect={() => save.mutate(workflow)}>
            {words.export}
          </MenuItem>
          <MenuItem icon={<Building2 aria-hidden />} onSelect={onClone}>
            {words.clone}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => remove.mutate(workflow)}>
            {words.delete}
          </MenuItem>
        </Menu>
      </Td>
    </tr>
  )
}
