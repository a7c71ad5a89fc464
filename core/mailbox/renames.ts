// Recognizes a renamed folder by its UIDVALIDITY, which a rename keeps (RFC 9051 §2.3.1.1, §6.3.6).

export interface NumberedFolder {
  name: string
  uidValidity: number
  uidNext: number
}

export interface FolderRename {
  from: string
  to: string
}

/**
 * Finds the new names of watched folders that no longer exist under their old names. Only unambiguous matches count: the same
 * UIDVALIDITY, UIDNEXT not lower, and no other watched folder that fits. INBOX is never renamed.
 */
export function findRenamed(watched: NumberedFolder[], server: NumberedFolder[]): FolderRename[] {
  const exists = (folder: NumberedFolder) => server.some(s => s.name === folder.name && isSame(folder, s))
  const taken = new Set(watched.filter(exists).map(folder => folder.name))
  const missing = watched.filter(folder => folder.name !== 'INBOX' && !exists(folder))
  return missing.flatMap(folder => {
    const candidates = server.filter(s => s.name !== 'INBOX' && !taken.has(s.name) && isSame(folder, s))
    const rivals = missing.filter(other => candidates.some(c => isSame(other, c)))
    const [only] = candidates
    return only && candidates.length === 1 && rivals.length === 1 ? [{ from: folder.name, to: only.name }] : []
  })
}

const isSame = (ours: NumberedFolder, theirs: NumberedFolder): boolean =>
  ours.uidValidity === theirs.uidValidity && theirs.uidNext >= ours.uidNext
