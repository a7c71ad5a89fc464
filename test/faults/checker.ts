// The independent judge: compares what was sent in, what our ledger says and what the phones received.

/** An email that a mail server accepted: it must never be lost. */
export interface PutIn {
  token: string
  person: string
  /** Whether the person's filter matches it. */
  matches: boolean
  /** It existed before the mailbox was connected, or arrived during a pause, so it must not be forwarded. */
  isUnasked?: boolean
  /** In how many folders and mailboxes of the person it arrived; 1 by default. */
  arrivals?: number
}

/** A line of our own ledger, as its owner sees it. */
export interface LedgerLine {
  token: string
  person: string
  state: string
  /** How many of its attempts had an unknown outcome. */
  unknownAttempts: number
}

/** A message that a phone received. */
export interface Received {
  token: string
  person: string
}

export interface Findings {
  mails: number
  lost: number
  /** Copies on a phone beyond those that unknown outcomes explain. */
  duplicates: number
  unknown: number
  /** One sentence for each problem. */
  sentences: string[]
}

export function judge(putIn: PutIn[], ledger: LedgerLine[], received: Received[]): Findings {
  const lines = Map.groupBy(ledger, line => line.token)
  const copies = Map.groupBy(received, one => one.token)
  const sentences: string[] = []
  let lost = 0
  let duplicates = 0
  for (const mail of putIn) {
    const theirs = lines.get(mail.token) ?? []
    const got = copies.get(mail.token) ?? []
    if (mail.isUnasked) {
      duplicates += got.length
      if (theirs.length > 0 || got.length > 0)
        sentences.push(`${mail.token}: nobody asked for it, but it is ${theirs[0]?.state ?? 'on a phone'}`)
      continue
    }
    const loss = lossOf(mail, theirs, got.length)
    if (loss) lost++
    const unknown = theirs.reduce((sum, line) => sum + line.unknownAttempts, 0)
    const extra = Math.max(0, got.length - 1 - unknown) + Math.max(0, theirs.length - (mail.arrivals ?? 1))
    duplicates += extra
    if (loss) sentences.push(`${mail.token}: ${loss}`)
    if (extra > 0) sentences.push(`${mail.token}: ${got.length} copies on the phone, ${theirs.length} lines in the ledger`)
    if (got.some(one => one.person !== mail.person)) {
      lost++
      sentences.push(`${mail.token}: reached the phone of somebody else`)
    }
  }
  const known = new Set(putIn.map(mail => mail.token))
  for (const token of new Set([...lines.keys(), ...copies.keys()]))
    if (!known.has(token)) sentences.push(`${token}: ${copies.has(token) ? 'on a phone' : 'in the ledger'}, but never put in`)
  const unknown = ledger.reduce((sum, line) => sum + line.unknownAttempts, 0)
  return { mails: putIn.length, lost, duplicates, unknown, sentences }
}

function lossOf({ person, matches, arrivals = 1 }: PutIn, lines: LedgerLine[], copies: number): string | null {
  // Of an email that arrived several times one goes to the phone, and the others are marked as copies.
  const line = lines.find(one => one.state !== 'suppressed') ?? lines[0]
  if (!line) return 'is not in the ledger'
  if (lines.length < arrivals) return `is in the ledger ${lines.length} times and came ${arrivals} times`
  if (lines.some(one => one.person !== person)) return 'is in the ledger of somebody else'
  if (!matches) return line.state === 'not_matched' ? null : `matches nothing, but is ${line.state}`
  if (copies === 0) return `never reached the phone, and is ${line.state}`
  return line.state === 'forwarded' ? null : `reached the phone, but is ${line.state}`
}

/** A connection to a mail server that went silent, as the owner of the mailbox saw it. */
export interface Hole {
  mailbox: string
  /** Until the mailbox no longer showed as live; null if that took too long. */
  foundMs: number | null
  /** From the recovery of the network until the mailbox was live again; null if that took too long. */
  mendedMs: number | null
  /** How long after the start of the silence the product claims the last sign of life. */
  falseProofMs: number
}

const minuteMs = 60_000
/** How late the judge itself may be, as it polls a few times a second. */
const lookMs = 500

/** A sentence for each silence that was detected or recovered from too late, or passed for a live connection. */
export function judgeSilences(holes: Hole[]): string[] {
  return holes.flatMap(({ mailbox, foundMs, mendedMs, falseProofMs }) => [
    ...(inTime(foundMs) ? [] : [`${mailbox}: a silent connection passed for live for ${formatMs(foundMs)}`]),
    ...(inTime(mendedMs) ? [] : [`${mailbox}: was not live again for ${formatMs(mendedMs)} after the network was well`]),
    ...(falseProofMs <= lookMs ? [] : [`${mailbox}: names a proof of life ${formatMs(falseProofMs)} after its connection fell silent`]),
  ])
}

const inTime = (ms: number | null): boolean => ms !== null && ms <= minuteMs + lookMs
const formatMs = (ms: number | null): string => (ms === null ? 'too long to wait for' : `${(ms / 1000).toFixed(1)} s`)

/** The last line of a run. */
export function resultLine(suite: string, seed: number, kills: number, found: Findings): string {
  return `suite=${suite} seed=${seed} kills=${kills} mails=${found.mails} lost=${found.lost} duplicates=${found.duplicates} unknown=${found.unknown}`
}
