// A minimal browser for signing in at the stand-in: keeps cookies, follows redirects and submits the form.

export interface AtProvider {
  address: string
  password: string
  answer?: 'allow' | 'deny'
  /** Scopes that the person leaves out. */
  without?: string[]
}

/** Opens the provider's page and signs in there; resolves with the address that the provider sends the browser back to. */
export async function signInAt(page: string, { address, password, answer = 'allow', without = [] }: AtProvider): Promise<URL> {
  const cookies = new Map<string, string>()
  const origin = new URL(page).origin
  const open = async (url: string, body?: URLSearchParams): Promise<{ url: string; text: string }> => {
    const asked = { method: body ? 'POST' : 'GET', ...(body && { body }) }
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await fetch(url, { ...asked, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) return { url, text: await response.text() }
    const next = new URL(location, url)
    return next.origin === origin ? open(next.href) : { url: next.href, text: '' }
  }
  const shown = await open(page)
  const action = /action="([^"]+)"/.exec(shown.text)?.[1]
  if (action === undefined) {
    if (new URL(shown.url).origin === origin) throw new Error(`The provider shows no form: ${shown.text.slice(0, 500)}`)
    return new URL(shown.url)
  }
  const form = new URLSearchParams({ address, password, answer })
  for (const scope of without) form.append('without', scope)
  const ended = await open(new URL(action, shown.url).href, form)
  return new URL(ended.url)
}
