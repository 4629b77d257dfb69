/** `CHAT_KILLS=60 npm test -- chats-two-processes -t killed` is the long form, which prints its figures. */
const { CHAT_KILLS, CRASH_SEED } = process.env

export const chatKills = {
  count: Number(CHAT_KILLS ?? 4),
  seed: Number(CRASH_SEED ?? Math.floor(Math.random() * 1_000_000)),
  print: (line: string) => CHAT_KILLS !== undefined && process.stdout.write(`${line}\n`),
}
