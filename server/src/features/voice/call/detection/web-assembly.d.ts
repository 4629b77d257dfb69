/** Of the runtime's own types, which have only the names. */
declare global {
  namespace WebAssembly {
    class Memory {
      readonly buffer: ArrayBuffer
    }
    class Module {
      constructor(bytes: Uint8Array)
    }
    class Instance {
      constructor(module: Module, imports: object)
      readonly exports: Readonly<Record<string, unknown>>
    }
  }
}

export {}
