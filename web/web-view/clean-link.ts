// Makes a link in an email open in a new tab, and shows its target if its text names another address.

/** Also counts its host in `hosts`. */
export function cleanLink(link: HTMLElement, hosts: Map<string, number>): void {
  const url = parseUrl(link.getAttribute('href'))
  for (const name of ['href', 'target', 'rel', 'title', 'type']) link.removeAttribute(name)
  if (!url) return
  link.setAttribute('href', url.href)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer')
  link.setAttribute('title', url.href)
  const host = url.host || url.protocol
  hosts.set(host, (hosts.get(host) ?? 0) + 1)
  const namedHost = findNamedHost(link.textContent)
  if (namedHost === null || isSameSite(namedHost, url.hostname)) return
  const note = link.ownerDocument.createElement('span')
  note.className = 'ferry-goes-to'
  note.textContent = ` → ${url.hostname}`
  link.append(note)
}

function parseUrl(href: string | null): URL | null {
  const trimmed = (href ?? '').trim()
  try {
    const url = new URL(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url : null
  } catch {
    return null
  }
}

/** The host named by the text of a link, if the text is a URL and nothing else. */
function findNamedHost(text: string): string | null {
  const match = /^(?:https?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})(?:[/?#]\S*)?$/u.exec(text.trim())
  return match?.[1]?.toLowerCase() ?? null
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')
const isSameSite = (namedHost: string, host: string): boolean =>
  withoutWww(host) === withoutWww(namedHost) ||
  host.endsWith(`.${withoutWww(namedHost)}`) ||
  withoutWww(namedHost).endsWith(`.${withoutWww(host)}`)
