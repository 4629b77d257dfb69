/** Where anyone who has the link answers one question, without a sign-in. */
export const addressOfAnswer = (token: string): string => `${location.origin}/answer/${encodeURIComponent(token)}`
