/** Of all doors together, by address (decisions: general 30 a minute). */
export const signInLimit = { name: 'sign-in', per_minute: 30 }
