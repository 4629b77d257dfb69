/**
 * True for a text of which nobody sees anything: white space, control characters, and what is ignored where it is not known,
 * such as a zero-width space.
 */
export const isBlank = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)
