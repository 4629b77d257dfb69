import { nameOfTool } from '#contracts/teammate-tools.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FirstSteps } from '../../first-steps/first-steps.tsx'
import { useFirstSteps } from '../../first-steps/use-first-steps.ts'
import { accessMessages } from '../../teammates/access/messages.ts'
import { useMissingAccess } from '../../teammates/access/use-missing-access.ts'
import { teammatesMessages } from '../../teammates/messages.ts'
import { bundlesOf } from '../../teammates/tool-bundles.ts'
import { welcomeMessages } from './messages.ts'
import { TeammateCards } from './teammate-cards.tsx'
import { useExamplePrompts } from './use-example-prompts.ts'

type WelcomeProps = { teammate: Teammate; onAsk: (text: string) => void }

/** Who one is about to talk to, what to say, and who else there is. All of it comes at once, so that nothing moves. */
export function Welcome({ teammate, onAsk }: WelcomeProps) {
  const prompts = useExamplePrompts(teammate)
  const firstSteps = useFirstSteps()
  if (prompts === null || firstSteps.isPending) return <div data-waiting className="grow" />
  return (
    <div className="flex min-h-0 grow overflow-y-auto">
      <div className="m-auto flex w-full max-w-2xl animate-[fade_200ms] flex-col items-center gap-7 px-4 py-8 md:px-6">
        <Introduction teammate={teammate} />
        {/* Before what else there is, so that it is seen without scrolling. */}
        {firstSteps.steps && <FirstSteps steps={firstSteps.steps} onHide={firstSteps.hide} />}
        <Examples prompts={prompts} onAsk={onAsk} />
        <MissingAccess />
        <TeammateCards besides={teammate.id} />
      </div>
    </div>
  )
}

function Introduction({ teammate }: { teammate: Teammate }) {
  const words = useMessages(welcomeMessages)
  const { bundles } = useMessages(teammatesMessages)
  const { name, role, description, tools, is_personal_assistant } = teammate
  // Links to files are for other programs.
  const abilities = bundlesOf(tools.map(nameOfTool)).filter((name) => name !== 'link_files')
  return (
    <div className="flex w-full max-w-md flex-col items-center text-center wrap-anywhere">
      <Avatar name={name} size="large" />
      <h2 className="mt-4 text-lg font-semibold tracking-tight text-balance">{name}</h2>
      {(is_personal_assistant || role) && (
        <p className="mt-0.5 text-sm text-muted">{is_personal_assistant ? words.assistant : role}</p>
      )}
      <p className="mt-3 line-clamp-4 text-sm text-pretty text-muted">{description || words.emptyText}</p>
      {abilities.length > 0 && (
        <ul aria-label={words.abilities} className="mt-3.5 flex flex-wrap justify-center gap-1.5">
          {abilities.map((ability) => (
            <li key={ability}>
              <Badge tone="neutral">{bundles[ability].title}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** To a member who was given no teammate, before they look for one in vain. */
function MissingAccess() {
  const words = useMessages(accessMessages)
  const text = useMissingAccess()
  if (!text) return null
  return (
    <Notice className="w-full">
      <p className="font-medium text-ink">{words.title}</p>
      <p className="mt-0.5">{text}</p>
    </Notice>
  )
}

/** One click sends the example. */
function Examples({ prompts, onAsk }: { prompts: readonly string[]; onAsk: (text: string) => void }) {
  const words = useMessages(welcomeMessages)
  return (
    <section aria-label={words.examples} className="w-full">
      <ul className="grid gap-2 sm:grid-cols-2">
        {prompts.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onAsk(prompt)}
              className="h-full min-h-11 w-full rounded-xl border border-line bg-raised px-3.5 py-2.5 text-left text-sm wrap-anywhere transition-colors hover:border-line-strong hover:bg-hover"
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
