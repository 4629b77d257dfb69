/** What the demo makes of speech: it recognizes none, says so, and asks what its files have an answer to. */
const MARK = '[Demo: speech isn’t recognized, so a sample question is asked.]'

const questions = [
  'What is the return policy?',
  'How much does express delivery cost?',
  'What does the rain cover cost?',
  'count to 12',
]

let asked = 0

export const nextSampleQuestion = (): string => `${MARK} ${questions[asked++ % questions.length]}`

/** What is asked, for the demo model to answer. */
export const withoutMark = (message: string): string =>
  message.startsWith(MARK) ? message.slice(MARK.length).trim() : message
