import { Button } from './button.tsx'
import { Kbd } from './kbd.tsx'

type SaveBarProps = {
  text: string
  save: string
  discard: string
  busy: boolean
  /** Why it cannot be saved, or why saving failed. */
  problem?: string | undefined
  onSave: () => void
  onDiscard: () => void
}

/** Floats over the end of a form while something in it is not saved. */
export function SaveBar({ text, save, discard, busy, problem, onSave, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-3 z-10 mt-auto pt-6 md:bottom-5">
      <section
        aria-label={text}
        className="flex animate-[appear_160ms_ease-out] flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-xl border border-line bg-raised py-2 pr-2 pl-4 shadow-float"
      >
        <p role={problem ? 'alert' : 'status'} className={problem ? 'grow text-sm text-danger' : 'grow text-sm'}>
          {problem ?? text}
        </p>
        <div className="flex gap-2">
          <Button look="quiet" disabled={busy} onClick={onDiscard}>
            {discard}
          </Button>
          <Button look="primary" busy={busy} onClick={onSave}>
            {save}
            <span className="-mr-1.5 opacity-80 max-md:hidden">
              <Kbd keys="Mod+S" />
            </span>
          </Button>
        </div>
      </section>
    </div>
  )
}
