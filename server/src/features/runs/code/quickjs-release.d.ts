/** The package's own types are those of its CommonJS form, in which the variant is a level deeper. */
declare module '@jitl/quickjs-wasmfile-release-sync' {
  import type { QuickJSSyncVariant } from 'quickjs-emscripten-core'

  const variant: QuickJSSyncVariant
  export default variant
}
