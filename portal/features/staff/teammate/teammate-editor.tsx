import { Link, useNavigate } from '@tanstack/react-router'
import { Download, Ellipsis, MessageSquare, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { BackLink } from '../../page-parts/back-link.tsx'
import { Tabs, tabClass } from '../../page-parts/tabs.tsx'
import { UnsavedBar } from '../../page-parts/unsaved-bar.tsx'
import { Page } from '../../shell/page.tsx'
import { pendingByTeammate, useBots } from '../../teammates/use-bots.ts'
import { teammateFileMessages } from '../files/messages.ts'
import { useExportTeammate } from '../files/use-teammate-files.ts'
import { canBeDeleted } from '../sort-teammates.ts'
import { useDeleteTeammates } from '../use-delete-teammates.ts'
import { VersionsTab } from '../versions/versions-tab.tsx'
import { ApiTab } from './api-tab.tsx'
import { ChannelsTab } from './channels-tab.tsx'
import { ConnectorsTab } from './connectors/connectors-tab.tsx'
import { GeneralTab } from './general-tab.tsx'
import { teammateMessages } from './messages.ts'
import { ModelTab } from './model-tab.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { SkillsTab } from './skills/skills-tab.tsx'
import { StorageTab } from './storage/storage-tab.tsx'
import { ToolsTab } from './tools-tab.tsx'
import { useCanEdit } from './use-teammate.ts'
import { type TabProps, useTeammateForm } from './use-teammate-form.ts'

type TabName =
  | 'overview'
  | 'general'
  | 'model'
  | 'tools'
  | 'mcps'
  | 'skills'
  | 'storage'
  | 'channels'
  | 'api'
  | 'versions'

const content: Record<TabName, (props: TabProps) => ReactNode> = {
  overview: OverviewTab,
  general: GeneralTab,
  model: ModelTab,
  tools: ToolsTab,
  mcps: ConnectorsTab,
  skills: SkillsTab,
  storage: StorageTab,
  channels: ChannelsTab,
  api: ApiTab,
  versions: VersionsTab,
}

type EditorProps = {
  teammate: Teammate
  tab: string | undefined
  /** Whether the person sees a teammate for the first time. */
  isOnboarding: boolean
}

export function TeammateEditor({ teammate, tab, isOnboarding }: EditorProps) {
  const words = useMessages(teammateMessages)
  const form = useTeammateForm(teammate)
  const readOnly = !useCanEdit(teammate)
  const tabs = tabsOf(teammate)
  const open = tabs.find((name) => name === tab) ?? 'overview'
  const Content = content[open]
  return (
    <Page
      title={teammate.name}
      part={open}
      before={
        <>
          <BackLink to="/staff" label={words.back} />
          <Avatar name={teammate.name} size="small" />
        </>
      }
      note={
        teammate.is_personal_assistant && (
          <span className="max-sm:hidden">
            <Badge tone="neutral">{words.assistant}</Badge>
          </span>
        )
      }
      actions={<Actions teammate={teammate} />}
      tabs={
        <Tabs label={words.tabs}>
          {tabs.map((name) => (
            <li key={name}>
              <Link
                to="/staff/ai/$employeeId"
                params={{ employeeId: teammate.id }}
                search={name === 'overview' ? {} : { tab: name }}
                activeOptions={{ exact: true }}
                aria-current={name === open ? 'page' : undefined}
                replace
                className={tabClass}
              >
                {words.tab[name]}
                {name === 'channels' && !readOnly && <PendingBadge employeeId={teammate.id} />}
              </Link>
            </li>
          ))}
        </Tabs>
      }
    >
      {isOnboarding && (
        <Notice className="mb-4">
          <p className="font-medium text-ink">{words.onboardingTitle(teammate.name)}</p>
          <p>{words.onboardingText}</p>
        </Notice>
      )}
      {readOnly && isEdited(open) && <Notice className="mb-4">{words.readOnly}</Notice>}
      <Content teammate={teammate} form={form} readOnly={readOnly} />
      <UnsavedBar
        isDirty={form.isDirty}
        busy={form.isSaving}
        problem={form.problem}
        onSave={form.save}
        onDiscard={form.discard}
      />
    </Page>
  )
}

/** Shows that it is still to be decided who may write to a bot. */
function PendingBadge({ employeeId }: { employeeId: string }) {
  const words = useMessages(teammateMessages)
  const { data: bots = [] } = useBots()
  const count = pendingByTeammate(bots).get(employeeId) ?? 0
  if (count === 0) return null
  return (
    // Relative, so that the hidden words scroll with the tabs and do not widen the page on a phone.
    <span className="relative ml-1.5">
      <Badge tone="warning">
        {count}
        <span className="sr-only"> {words.pending}</span>
      </Badge>
    </span>
  )
}

/** The API is only where someone calls it. A personal assistant has all files, and is nobody's to call (contract, staff UI rules). */
function tabsOf({ channel, is_personal_assistant }: Teammate): TabName[] {
  const hasApi = channel === 'API' && !is_personal_assistant
  const api = hasApi ? (['api'] as const) : []
  const storage = is_personal_assistant ? [] : (['storage'] as const)
  return ['overview', 'general', 'model', 'tools', 'mcps', 'skills', ...storage, 'channels', ...api, 'versions']
}

/** Where a teammate is changed. */
const isEdited = (tab: TabName): boolean => ['general', 'model', 'tools', 'skills', 'channels'].includes(tab)

function Actions({ teammate }: { teammate: Teammate }) {
  const words = useMessages(teammateMessages)
  const isManager = useIsManager()
  const navigate = useNavigate()
  const remove = useDeleteTeammates()
  const files = useMessages(teammateFileMessages)
  const save = useExportTeammate()
  const removeAndLeave = () => {
    remove.mutate([teammate])
    navigate({ to: '/staff', ignoreBlocker: true })
  }
  return (
    <>
      <Link to="/chat/$employeeId" params={{ employeeId: teammate.id }} className={buttonClass({ size: 'small' })}>
        <MessageSquare aria-hidden className="size-3.5" />
        {words.chat}
      </Link>
      {isManager && (
        <Menu
          trigger={
            <IconButton label={words.more}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Download aria-hidden />} onSelect={() => save.mutate(teammate)}>
            {files.export}
          </MenuItem>
          {canBeDeleted(teammate) && (
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={removeAndLeave}>
              {words.delete}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  )
}
