declare module '@echogarden/fvad-wasm' {
  export type FvadModule = {
    _fvad_new(): number
    _fvad_free(handle: number): void
    _fvad_set_mode(handle: number, mode: number): number
    _fvad_set_sample_rate(handle: number, hz: number): number
    /** 1: speech, 0: none, -1: the frame has no valid length. */
    _fvad_process(handle: number, samples: number, count: number): number
    _malloc(bytes: number): number
  }
  type Options = {
    instantiateWasm(
      imports: object,
      onInstance: (instance: WebAssembly.Instance) => void,
    ): Readonly<Record<string, unknown>>
  }
  export default function fvad(options: Options): Promise<FvadModule>
}
