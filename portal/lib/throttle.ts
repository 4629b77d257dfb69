/** Runs at most once in so many milliseconds; what is asked for in between runs once, when they are over. */
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
