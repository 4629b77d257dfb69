import { Link } from '@tanstack/react-router'
import { BookOpenText, Folder, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { SKILL_FILE } from '#contracts/skill-names.ts'
import type { Skill, TeammateSkills } from '#contracts/skills.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { AddButton } from '../../../../ui/add-button.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Section } from '../../../../ui/section.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { useActions } from '../../../storage/actions/use-actions.ts'
import { nameOf } from '../../../storage/use-folder.ts'
import type { TabProps } from '../use-teammate-form.ts'
import { ChooseFolderDialog } from './choose-folder-dialog.tsx'
import { CreateSkillDialog } from './create-skill-dialog.tsx'
import { skillMessages } from './messages.ts'
import { useChooseFolder, useSkills } from './use-skills.ts'

/** What a teammate knows how to do: a folder of the storage, and the skills in it. Each change is saved at once. */
export function SkillsTab({ teammate, readOnly }: TabProps) {
  const words = useMessages(skillMessages)
  const skills = useSkills(teammate)
  const { data } = skills
  if (!data) return skills.isError ? <LoadFailed title={words.failed} query={skills} /> : <WaitingRows />
  return (
    <>
      <SkillsFolder teammate={teammate} skills={data} readOnly={readOnly} />
      {data.state === 'ready' && data.skills_path !== null && (
        <SkillList folder={data.skills_path} skills={data} readOnly={readOnly} />
      )}
    </>
  )
}

type FolderProps = { teammate: Teammate; skills: TeammateSkills; readOnly: boolean }

function SkillsFolder({ teammate, skills: { skills_path, state }, readOnly }: FolderProps) {
  const words = useMessages(skillMessages)
  const { undo } = useMessages(partMessages)
  const [isChoosing, setChoosing] = useState(false)
  const { mutate, isPending } = useChooseFolder(teammate)
  const onError = (error: Error) => showToast(sentenceOf(error, words.saveFailed))
  const stop = () => {
    const restore = () => mutate({ skills_path }, { onError })
    const offered = state === 'ready' ? { label: undo, run: restore } : undefined
    mutate({ skills_path: null }, { onError, onSuccess: () => showToast(words.stopped, offered) })
  }
  const isTrouble = state === 'not_shared' || state === 'trashed' || state === 'gone'
  const choose = !readOnly && (
    <Button size="small" onClick={() => setChoosing(true)}>
      {state === 'none' ? words.choose : words.change}
    </Button>
  )
  return (
    <Section title={words.folder} text={words.folderText} actions={choose}>
      {isTrouble && (
        <Notice tone="warning" className="mb-3">
          {words.states[state]}
          {state === 'not_shared' && !readOnly && (
            <button
              type="button"
              disabled={isPending}
              onClick={() => mutate({ skills_path, share: true }, { onError })}
              className="ml-1 font-medium underline underline-offset-2"
            >
              {words.shareAgain}
            </button>
          )}
        </Notice>
      )}
      {state === 'none' && <p className="max-w-prose text-sm text-pretty text-muted">{words.noFolder}</p>}
      {state !== 'none' && (skills_path !== null || !readOnly) && (
        <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line px-4 py-2">
          <Folder aria-hidden className="size-5 shrink-0 stroke-[1.5] text-accent" />
          <span className="min-w-0 grow basis-32 truncate text-sm font-medium">
            {state === 'ready' && skills_path !== null ? (
              <Link to="/storage" search={{ path: skills_path }} className="hover:underline">
                {skills_path}
              </Link>
            ) : (
              <span className="text-muted">{state === 'not_shared' ? skills_path : words.deletedFolder}</span>
            )}
          </span>
          {!readOnly && (
            <Button size="small" look="quiet" busy={isPending} onClick={stop}>
              {words.stop}
            </Button>
          )}
        </div>
      )}
      {isChoosing && (
        <ChooseFolderDialog
          teammate={teammate}
          current={state === 'ready' ? skills_path : null}
          onClose={() => setChoosing(false)}
        />
      )}
    </Section>
  )
}

type ListProps = { folder: string; skills: TeammateSkills; readOnly: boolean }

function SkillList({ folder, skills: { skills, has_more }, readOnly }: ListProps) {
  const words = useMessages(skillMessages)
  const [isAdding, setAdding] = useState(false)
  const add = !readOnly && <AddButton onClick={() => setAdding(true)}>{words.add}</AddButton>
  return (
    <Section title={words.skills} actions={add}>
      {has_more && (
        <Notice tone="warning" className="mb-3">
          {words.hasMore}
        </Notice>
      )}
      {skills.length === 0 ? (
        <p className="text-sm text-muted">{words.noSkills}</p>
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {skills.map((skill) => (
            <SkillRow key={skill.path} skill={skill} readOnly={readOnly} />
          ))}
        </ul>
      )}
      {isAdding && <CreateSkillDialog folder={folder} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function SkillRow({ skill: { name, description, path, problem }, readOnly }: { skill: Skill; readOnly: boolean }) {
  const words = useMessages(skillMessages)
  const { remove } = useActions()
  const shown = name ?? nameOf(path)
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <BookOpenText aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/storage"
            search={{ file: `${path}/${SKILL_FILE}` }}
            className="min-w-0 truncate text-sm font-medium hover:underline"
          >
            {shown}
          </Link>
          {problem !== null && <Badge tone="warning">{words.notUsed}</Badge>}
        </p>
        {problem !== null && <p className="mt-0.5 text-xs text-pretty text-warning">{words.problems[problem]}</p>}
        {description !== null && (
          <p className="mt-0.5 line-clamp-3 text-xs text-pretty break-words text-muted">{description}</p>
        )}
      </div>
      {!readOnly && (
        <IconButton label={words.remove(shown)} onClick={() => remove([path])} className="pointer-coarse:size-10!">
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
