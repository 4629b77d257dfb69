import { useEffect, useLayoutEffect } from 'preact/hooks'
import { postToLoader } from '../../lib/loader-link.ts'
import { begin } from '../state/boot.ts'
import { beginCall, leaveCall } from '../state/call.ts'
import { isRefusal } from '../state/problem.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { Chat, Starting } from './chat.tsx'
import { CloseButton } from './header.tsx'
import { History } from './history.tsx'
import { paint } from './paint.ts'
import { Welcome } from './welcome.tsx'

export function App() {
  const screen = useChat((state) => state.screen)
  const isKnown = useChat((state) => state.init !== null)
  const problem = useChat((state) => state.problem)
  const call = useChat((state) => state.call)
  const isOpen = useChat(({ view }) => view.isOpen)
  const teammate = useChat(({ init, thread }) => thread.conversation?.ai_employee.name ?? init?.ai_employee.name ?? '')
  usePaint()

  useEffect(() => {
    // What is open inside handles it first, and stops it there.
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) postToLoader({ type: 'close' })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <>
      {problem && (!isKnown || isRefusal(problem)) ? (
        <ProblemScreen />
      ) : !isKnown ? (
        <Starting />
      ) : call ? (
        <call.View
          call={call.call}
          teammate={teammate}
          isMinimized={!isOpen}
          onMinimize={() => postToLoader({ type: 'close' })}
          onExpand={() => postToLoader({ type: 'toggle' })}
          onCallAgain={beginCall}
          onLeave={leaveCall}
        />
      ) : screen === 'welcome' ? (
        <Welcome />
      ) : screen === 'history' ? (
        <History />
      ) : (
        <Chat />
      )}
      <Notice />
    </>
  )
}

function ProblemScreen() {
  const words = getWords()
  const problem = useChat((state) => state.problem)
  if (!problem) return null
  const { title, about } = words.problems[problem]
  return (
    <main class="screen problem">
      <header class="bar">
        <span class="bar-names" />
        <CloseButton />
      </header>
      <div class="problem-words" role="alert">
        <h1>{title}</h1>
        <p>{about}</p>
        <button type="button" class="strong" onClick={() => void begin()}>
          {words.tryAgain}
        </button>
      </div>
    </main>
  )
}

function Notice() {
  const notice = useChat((state) => state.notice)
  return (
    <div class="notice" role="status">
      {notice && <p>{notice}</p>}
    </div>
  )
}

function usePaint(): void {
  const pageScheme = useChat((state) => state.pageScheme)
  const settings = useChat((state) => state.settings)
  const overrides = useChat((state) => state.overrides)
  const variables = useChat((state) => state.variables)
  useLayoutEffect(
    () => paint(pageScheme, { ...settings, ...overrides }, variables),
    [pageScheme, settings, overrides, variables],
  )
}
