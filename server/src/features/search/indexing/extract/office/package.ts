import type { Handlers } from './parse-xml.ts'

/** How one part of a package names another one; `type` is the last word of its address, which the two editions of OOXML share. */
export type Relation = { id: string; type: string; target: string }

/**
 * An Office document: a zip of XML, read entry by entry as a stream. Names of parts are compared without regard to case, as
 * the Open Packaging Conventions ask.
 */
export type Package = {
  has(name: string): boolean
  read(name: string, handlers: Handlers): Promise<void>
  /** Of a part, or of the package itself for ''. */
  relations(name: string): Promise<Relation[]>
  /** The parts to which a part has relations of a type, such as `styles`. */
  related(name: string, type: string): Promise<string[]>
}
