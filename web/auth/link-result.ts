// Finds the screen for an email link that did not work, when it lands on a public page.

/** Links lead to the home page if they were requested without `redirect_to`. A session in an address is never taken: anybody can write one. */
export function screenForLinkResult(hash: string): string | null {
  const result = new URLSearchParams(hash.slice(1))
  return result.has('error') && result.has('error_description') ? '/login' : null
}
