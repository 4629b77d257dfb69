import type { TestApp } from '../app.ts'

/** One of the servers that the books work with, one after the other on the same database. */
export type Round = {
  /** From 1. */
  number: number
  address: string
  /** The time by the server's clock. */
  now(): Date
  /** The last server is not killed: pending work is completed there, and nothing new is begun. */
  isLast: boolean
  /** True from the moment of the kill. */
  isOver(): boolean
}

/** Load on one feature in organizations of its own, and what that feature promises about it. */
export type Book = {
  /** What the server process needs, such as the addresses of doubles. */
  env?: Record<string, string>
  /** Seeds the database through a server that executes nothing. */
  prepare(app: TestApp): Promise<void>
  /**
   * Works until the round is over, and returns when the server is gone. A request without an answer is sent again in the next
   * round if its endpoint deduplicates, and else is not counted as acknowledged.
   */
  work(round: Round): Promise<void>
  /** Whether a kill would now interrupt the feature at work. */
  isUnderWay(): boolean
  /** Runs on the last server: nothing acknowledged is lost, nothing is done twice, every state is final. */
  judge(app: TestApp): Promise<void>
  close(): Promise<void>
}

export type BookDefinition = { promise: string; open(): Promise<Book> }

export const KILLS = 3
