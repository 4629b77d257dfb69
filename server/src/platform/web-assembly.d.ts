/** What is used here of WebAssembly, whose types Node does not have. */
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
    function compile(bytes: Uint8Array): Promise<Module>
    function instantiate(module: Module, imports: object): Promise<Instance>
  }
}

export {}
