// A random secret that binds a sign-in elsewhere to the browser that began it, kept in a cookie.
import type { FastifyRequest } from 'fastify'

export interface BrowserCookie {
  read(request: FastifyRequest): string | null
  /** The value of Set-Cookie. */
  format(value: string): string
}

/**
 * With https the name begins with `__Host-` (RFC 6265bis §4.1.3.2), so that no other host of the domain can set one of its own: with it,
 * somebody could have a person finish a sign-in that they began.
 */
export function openBrowserCookie(publicUrl: string, options: { name: string; path: string; maxAgeMs: number }): BrowserCookie {
  const isHttps = publicUrl.startsWith('https:')
  const name = isHttps ? `__Host-${options.name}` : options.name
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`)
  // SameSite=Lax: the browser must send it when the provider redirects back.
  const attributes = `Path=${isHttps ? '/' : options.path}; Max-Age=${options.maxAgeMs / 1000}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    read: ({ headers }) => pattern.exec(headers.cookie ?? '')?.[1] ?? null,
    format: value => `${name}=${value}; ${attributes}`,
  }
}
