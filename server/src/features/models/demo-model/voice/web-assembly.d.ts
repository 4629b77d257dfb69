/** What Node has of WebAssembly; its types come with a browser's alone. */
declare namespace WebAssembly {
  type Module = object
  type Instance = { readonly exports: object }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: object): Promise<Instance>
}
