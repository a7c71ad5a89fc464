// Reads the names that this machine itself knows (/etc/hosts), again when the file has changed.
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { elapsed } from '../clock.ts'
import type { SocketEndpoint } from './addresses.ts'

const path = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
const lookAgainMs = 5_000

export function openHostsFile(file = path, now: () => number = elapsed): () => Promise<ReadonlyMap<string, SocketEndpoint[]>> {
  let names: ReadonlyMap<string, SocketEndpoint[]> = new Map()
  let changedAt = -1
  let lookedAt = -Infinity
  return async () => {
    if (now() - lookedAt < lookAgainMs) return names
    lookedAt = now()
    try {
      const { mtimeMs } = await stat(file)
      if (mtimeMs !== changedAt) names = parseHosts(await readFile(file, 'utf8'))
      changedAt = mtimeMs
    } catch {
      // Without the file, the name servers know everything.
      names = new Map()
    }
    return names
  }
}

export function parseHosts(text: string): Map<string, SocketEndpoint[]> {
  const names = new Map<string, SocketEndpoint[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...hosts] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family !== 4 && family !== 6) continue
    for (const host of hosts) {
      const name = host.toLowerCase()
      names.set(name, [...(names.get(name) ?? []), { address, family }])
    }
  }
  return names
}
