// Recognizes a renamed folder by its UIDVALIDITY, which a rename keeps (RFC 9051 §2.3.1.1, §6.3.6).

export interface NumberedFolder {
  name: string
  uidValidity: number
  uidNext: number
}

export interface Renamed {
  from: string
  to: string
}

/**
 * Which of the folders that are watched, and no longer there under their names, the server now calls otherwise. Only where one folder
 * alone may be meant: the same UIDVALIDITY, no fewer numbers given, and no other folder of ours. INBOX is always itself.
 */
export function findRenamed(watched: NumberedFolder[], server: NumberedFolder[]): Renamed[] {
  const isThere = (folder: NumberedFolder) => server.some(s => s.name === folder.name && isSame(folder, s))
  const taken = new Set(watched.filter(isThere).map(folder => folder.name))
  const lost = watched.filter(folder => folder.name !== 'INBOX' && !isThere(folder))
  return lost.flatMap(folder => {
    const candidates = server.filter(s => s.name !== 'INBOX' && !taken.has(s.name) && isSame(folder, s))
    const rivals = lost.filter(other => candidates.some(c => isSame(other, c)))
    const [only] = candidates
    return only && candidates.length === 1 && rivals.length === 1 ? [{ from: folder.name, to: only.name }] : []
  })
}

const isSame = (ours: NumberedFolder, theirs: NumberedFolder): boolean =>
  ours.uidValidity === theirs.uidValidity && theirs.uidNext >= ours.uidNext
