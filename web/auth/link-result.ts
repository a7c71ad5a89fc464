// Finds the screen for what an email link of ours brings in the URL's fragment, when it lands on a public page.

/** Links lead to the home page if they were requested without `redirect_to`. Null without a result. */
export function screenForLinkResult(hash: string): string | null {
  const result = new URLSearchParams(hash.slice(1))
  if (result.has('error') && result.has('error_description')) return '/login'
  if (!result.has('access_token') || !result.has('refresh_token')) return null
  return result.get('type') === 'recovery' ? '/reset-password' : '/dashboard'
}
