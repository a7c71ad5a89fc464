// Judges one fault from outside: what was handed in, what the stand-in's phones got and in which order, and what ended otherwise.
import type { OutageMail } from './hosts/traffic.ts'

/** A message that the stand-in accepted, in the order of acceptance. */
export interface OutageBubble {
  token: string
  phone: string
  deliveryId: string | null
}

export interface OutageEvidence {
  mails: Pick<OutageMail, 'token' | 'phone' | 'person' | 'line' | 'began' | 'taken'>[]
  bubbles: OutageBubble[]
  /** New attempts of which nobody can say whether they arrived, by delivery. */
  unknown: Map<string, number>
  /** Deliveries that ended without arriving, with the reason. */
  failed: string[]
}

export interface OutageFindings {
  mails: number
  lost: number
  failed: number
  duplicates: number
  unknown: number
  /** Mails that came to a phone after one that was handed in later. */
  outOfOrder: number
  sentences: string[]
}

export function judgeOutage({ mails, bubbles, unknown, failed }: OutageEvidence): OutageFindings {
  const copies = Map.groupBy(bubbles, bubble => bubble.token)
  const sentences = failed.map(reason => `a delivery ended as ${reason}`)
  let [lost, duplicates] = [0, 0]
  for (const mail of mails) {
    const mine = copies.get(mail.token) ?? []
    if (!mine.some(({ phone }) => phone === mail.phone)) {
      lost++
      sentences.push(`${mail.token}: never reached ${mail.person} (${mail.line})`)
    }
    const foreign = mine.filter(({ phone }) => phone !== mail.phone)
    if (foreign.length > 0) sentences.push(`${mail.token}: reached ${foreign[0]?.phone}, the phone of somebody else`)
    const carriers = new Set(mine.flatMap(({ deliveryId }) => deliveryId ?? []))
    const explained = [...carriers].reduce<number>((sum, id) => sum + (unknown.get(id) ?? 0), 0)
    const extra = Math.max(0, mine.length - 1 - explained)
    duplicates += extra
    if (extra > 0) sentences.push(`${mail.token}: ${mine.length} copies on the phone, of which ${explained} are explained`)
  }
  const disorder = outOfOrder(mails, bubbles)
  sentences.push(...disorder)
  const sum = [...unknown.values()].reduce<number>((all, one) => all + one, 0)
  return { mails: mails.length, lost, failed: failed.length, duplicates, unknown: sum, outOfOrder: disorder.length, sentences }
}

/** In one line, what was taken before another was begun comes first. */
function outOfOrder(mails: OutageEvidence['mails'], bubbles: OutageBubble[]): string[] {
  const places = new Map<string, number>()
  for (const [i, { token }] of bubbles.entries()) if (!places.has(token)) places.set(token, i)
  const lines = Map.groupBy(mails, mail => mail.line)
  return [...lines.values()].flatMap(line => {
    const arrived = line.filter(({ token }) => places.has(token)).toSorted((a, b) => a.began - b.began)
    return arrived.flatMap((mail, i) => {
      const before = arrived[i - 1]
      const isLater = before && before.taken !== null && before.taken <= mail.began
      return isLater && placeOf(mail.token) < placeOf(before.token)
        ? [`${mail.token}: came before ${before.token}, which was sent earlier`]
        : []
    })
  })
  function placeOf(token: string): number {
    return places.get(token) ?? Number.NaN
  }
}
