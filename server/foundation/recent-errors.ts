// Groups the warnings and errors that this process logs, without any value, so that staff may see them.

/** At most as many different texts as this are kept; the one that was logged longest ago makes room. */
const maxGroups = 200
const maxLength = 200

export interface LoggedGroup {
  /** Its text and level. */
  fingerprint: string
  level: number
  message: string
  /** Since it was last taken. */
  count: number
  firstAt: Date
  lastAt: Date
}

export interface RecentErrors {
  record(level: number, logged: readonly unknown[], now: Date): void
  /** What was logged since the last call; counts begin again. */
  takeNew(): LoggedGroup[]
}

export function openRecentErrors(): RecentErrors {
  const groups = new Map<string, LoggedGroup>()
  return {
    record(level, logged, now) {
      const message = describeLogged(logged)
      const fingerprint = `${level} ${message}`
      const known = groups.get(fingerprint)
      groups.delete(fingerprint)
      groups.set(fingerprint, {
        ...{ fingerprint, level, message, lastAt: now },
        firstAt: known?.firstAt ?? now,
        count: (known?.count ?? 0) + 1,
      })
      const [oldest] = groups.keys()
      if (groups.size > maxGroups && oldest !== undefined) groups.delete(oldest)
    },
    takeNew() {
      const taken = [...groups.values()]
      groups.clear()
      return taken
    },
  }
}

/** Of this process: the log records in it, the heartbeat takes it. */
export const recentErrors = openRecentErrors()

/** The log's text, and of an error its kind and the place in our code: never its message, which may quote an email. */
function describeLogged([first, second]: readonly unknown[]): string {
  const text = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const error = first instanceof Error ? first : Object(first).err
  const about = error instanceof Error ? describeError(error) : ''
  return [withoutValues(text), about].filter(Boolean).join(': ').slice(0, maxLength) || 'no text'
}

function describeError(error: Error): string {
  const code: unknown = Object(error).code
  const name = /^\w{1,40}$/.test(error.name) ? error.name : 'Error'
  // Codes of Node and PostgreSQL; anything longer may be somebody's.
  const kind = typeof code === 'string' && /^[A-Z0-9_]{1,32}$/.test(code) ? `${name} ${code}` : name
  const position = /\b((?:server|core)\/[\w/-]+\.ts:\d+)/.exec(error.stack?.split('\n    at ').slice(1).join('\n') ?? '')?.[1]
  return position ? `${kind} at ${position}` : kind
}

/** Replaces what may be a value: quoted text, addresses, links, and every word with a digit or of unusual length. */
export const withoutValues = (text: string): string =>
  text
    .replace(/(["'`«“‘]).*?["'`»”’]/gs, '…')
    .replace(/\S*(?:@|:\/\/)\S*/g, '…')
    .replace(/\S*\d\S*/g, '…')
    .replace(/\S{25,}/g, '…')
    .replace(/…(?:[\s,;]*…)+/g, '…')
