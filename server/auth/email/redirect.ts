// Which URLs a link may redirect to, and how its result is added to the URL.

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
  // As a browser reads it: as it is written, %2E or a backslash would hide from a pattern where the host ends.
  const bare = url.href.split('#')[0] ?? ''
  const spellings = [bare, bare.replace(/^([a-z.+-]+:\/\/[^/]+)\/$/, '$1')]
  return allow.some(pattern => spellings.some(spelling => globOf(pattern).test(spelling)))
}

/** Hosts written as one number, and addresses that are not this machine. */
function isOddHost(url: URL, requested: string): boolean {
  const written = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]*)/i.exec(requested)?.[1] ?? ''
  if (/^(0x)?[0-9a-f]+$/i.test(written) && /^\d|^0x/i.test(written)) return true
  const isAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('[')
  return (isAddress && !isLoopback(url.hostname)) || url.username !== ''
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** `*` stays within one part between dots and slashes, `**` crosses them. */
function globOf(pattern: string): RegExp {
  const source = pattern.split(/(\*\*|\*|\?)/).map(part => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    return part === '?' ? '[^./]' : part.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}

/** Fields in the query, beside those that are there. */
export function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** Fields in the fragment, which no server sees; `sb` says that they are ours. */
export function withFragment(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  url.hash = `${new URLSearchParams(fields).toString()}&sb=`
  return url.href
}
