// Makes a link in an email open in a new tab, and shows its target if its text names another address.

/** Counts its host among `hosts`. */
export function cleanLink(link: HTMLElement, hosts: Map<string, number>): void {
  const url = addressIn(link.getAttribute('href'))
  for (const name of ['href', 'target', 'rel', 'title', 'type']) link.removeAttribute(name)
  if (!url) return
  link.setAttribute('href', url.href)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer')
  link.setAttribute('title', url.href)
  const host = url.host || url.protocol
  hosts.set(host, (hosts.get(host) ?? 0) + 1)
  const named = hostNamed(link.textContent)
  if (named === null || isSameSite(named, url.hostname)) return
  const note = link.ownerDocument.createElement('span')
  note.className = 'ferry-goes-to'
  note.textContent = ` → ${url.hostname}`
  link.append(note)
}

function addressIn(written: string | null): URL | null {
  const address = (written ?? '').trim()
  try {
    const url = new URL(address.startsWith('//') ? `https:${address}` : address)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url : null
  } catch {
    return null
  }
}

/** The host that the words of a link name, where they are an address and nothing else. */
function hostNamed(words: string): string | null {
  const found = /^(?:https?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})(?:[/?#]\S*)?$/u.exec(words.trim())
  return found?.[1]?.toLowerCase() ?? null
}

const bare = (host: string): string => host.replace(/^www\./, '')
const isSameSite = (named: string, host: string): boolean =>
  bare(host) === bare(named) || host.endsWith(`.${bare(named)}`) || bare(named).endsWith(`.${bare(host)}`)
