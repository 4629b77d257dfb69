import type { Readable } from 'node:stream'

/** Bytes that are written once and found again by the sha256 of what they are. */
export type BlobStore = {
  /** Receives the bytes without storing them yet, so that the caller may still be refused. */
  stage(source: Readable | Buffer): Promise<Staged>
  /** Stores the bytes, or finds that they are stored already; fails, leaving nothing, when the source fails. */
  put(source: Readable | Buffer): Promise<{ hash: string; size: number }>
  /** Throws `BlobMissing` when there are none. */
  open(hash: string): Promise<Readable>
  has(hash: string): Promise<boolean>
  /** Deleting what is not there is no error. */
  delete(hash: string): Promise<void>
}

/** Bytes that wait to be stored; at the end of its scope what was not stored is gone. */
export type Staged = AsyncDisposable & {
  readonly hash: string
  readonly size: number
  /** From then on the bytes can be opened. */
  store(): Promise<void>
}

export class BlobMissing extends Error {
  readonly hash: string

  constructor(hash: string) {
    super(`There is no blob ${hash}.`)
    this.name = 'BlobMissing'
    this.hash = hash
  }
}

/** Stores files under keys; blob stores are built on it. */
export type ObjectStore = {
  /** The directory in which a file is prepared before `adopt` takes it. */
  readonly spool: string
  /** Takes the file away from the spool; from then on the key is readable as a whole. */
  adopt(file: string, key: string): Promise<void>
  open(key: string): Promise<Readable | undefined>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
}
