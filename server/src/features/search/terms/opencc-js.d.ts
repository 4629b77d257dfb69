/** The package has no types for its dictionaries: pairs such as `發 发`, with a bar between them. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}

declare module 'opencc-js/dict/HKVariants' {
  const pairs: string
  export default pairs
}
