// Reads and writes the text of the master key's file: the key that seals, and while it is being replaced, the next and the old ones.

/** One per line: the key in base64, after `next` or `old` unless it is the one that seals. */
export interface MasterKeys {
  current: Buffer
  /** Known to this host, so that it opens what others seal with it; not used to seal yet. */
  next: Buffer | null
  /** Newest first. They open links and codes from before, and rows until those were sealed again. */
  old: Buffer[]
}

const keyBytes = 32

/** Null for anything but keys of 32 bytes of which exactly one seals. */
export function parseMasterKeys(text: string): MasterKeys | null {
  const lines = text.split('\n').flatMap(line => (line.trim() === '' ? [] : [/^(?:(next|old)\s+)?(\S+)$/.exec(line.trim())]))
  const keys = lines.map(line => ({ label: line?.[1] ?? null, key: Buffer.from(line?.[2] ?? '', 'base64') }))
  if (keys.some(({ key }) => key.length !== keyBytes)) return null
  const keysOf = (label: string | null) => keys.filter(one => one.label === label).map(({ key }) => key)
  const [current, ...others] = keysOf(null)
  const [next = null, ...moreNext] = keysOf('next')
  return current && others.length === 0 && moreNext.length === 0 ? { current, next, old: keysOf('old') } : null
}

export const formatMasterKeys = ({ current, next, old }: MasterKeys): string =>
  [
    current.toString('base64'),
    ...(next ? [`next ${next.toString('base64')}`] : []),
    ...old.map(key => `old ${key.toString('base64')}`),
    '',
  ].join('\n')
