// Decides which URLs a link may redirect to, and adds its result to the URL.

/** The first of the requested URLs and the referring page that is ours or allowed, else our own site. */
export function allowedRedirect(siteUrl: string, allow: string[], candidates: (string | null | undefined)[]): string {
  return candidates.find(requested => requested && isAllowed(siteUrl, allow, requested)) ?? siteUrl
}

function isAllowed(siteUrl: string, allow: string[], requested: string): boolean {
  if (!URL.canParse(requested)) return false
  const [site, url] = [new URL(siteUrl), new URL(requested)]
  if (isOddHost(url, requested)) return false
  const samePort = site.port === url.port || isLoopback(url.hostname)
  if (url.protocol === site.protocol && url.hostname === site.hostname && samePort) return true
  // The parsed form, as a browser reads it: in the raw form %2E or a backslash would hide from a pattern where the host ends.
  const withoutFragment = url.href.split('#')[0] ?? ''
  const spellings = [withoutFragment, withoutFragment.replace(/^([a-z.+-]+:\/\/[^/]+)\/$/, '$1')]
  return allow.some(pattern => spellings.some(spelling => toGlob(pattern).test(spelling)))
}

/** Hosts written as one number, and IP addresses other than localhost. */
function isOddHost(url: URL, requested: string): boolean {
  const rawHost = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]*)/i.exec(requested)?.[1] ?? ''
  if (/^(0x)?[0-9a-f]+$/i.test(rawHost) && /^\d|^0x/i.test(rawHost)) return true
  const isAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('[')
  return (isAddress && !isLoopback(url.hostname)) || url.username !== ''
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** `*` matches within one part between dots and slashes; `**` matches across them. */
function toGlob(pattern: string): RegExp {
  const source = pattern.split(/(\*\*|\*|\?)/).map(part => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    return part === '?' ? '[^./]' : part.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}

/** Adds fields to the query. */
export function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** Puts fields into the fragment, which no server sees; `sb` marks them as ours. */
export function withFragment(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  url.hash = `${new URLSearchParams(fields).toString()}&sb=`
  return url.href
}
