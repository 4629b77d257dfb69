import type { Fault } from '../fault.ts'

export const widgetFaults: readonly Fault[] = [
  {
    file: 'widget/chat/parts/close-marks.ts',
    find: `% 2 === 1) return text`,
    replace: `% 2 === 2) return text`,
    tests: 'widget/chat/parts/close-marks.test.ts',
    what: 'code that is being written ends in stray marks',
  },
  {
    file: 'widget/chat/parts/times.ts',
    find: `one.startsWith(getWords().locale) && isLocale(one)`,
    replace: `one.startsWith(getWords().locale)`,
    tests: 'widget/chat/parts/times.test.ts',
    what: 'the chat fails in a browser with a language name of its own',
  },
]
