/** Runs at most once per interval; calls in between run once at its end. */
export function createThrottle(run: () => void, pauseMs: number): { ask: () => void; close: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  const go = () => {
    isAsked = false
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (isAsked) go()
    }, pauseMs)
  }
  return {
    ask: () => {
      if (timer === undefined) go()
      else isAsked = true
    },
    close: () => {
      clearTimeout(timer)
      timer = undefined
      isAsked = false
    },
  }
}
