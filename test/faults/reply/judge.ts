// Judges replies by what was written, what the mail server received, and what the database says.
import type { ReplyState } from '../../../core/message/reply/state.ts'
import type { Findings } from '../checker.ts'

/** An answer that nobody can tell about is said to be so, and was taken once at most. */
export function judgeReplies(ids: string[], rows: { id: string; state: ReplyState }[], taken: { raw: string }[]): Findings {
  const states = new Map(rows.map(row => [row.id, row.state]))
  const copies = Map.groupBy(taken, ({ raw }) => /^Message-ID: <reply\.([0-9a-f-]{36})@/im.exec(raw)?.[1] ?? 'none')
  const found: Findings = { mails: ids.length, lost: 0, duplicates: 0, unknown: 0, sentences: [] }
  for (const id of ids) {
    const [state, count] = [states.get(id), copies.get(id)?.length ?? 0]
    if (count > 1) {
      found.duplicates += count - 1
      found.sentences.push(`${id}: left ${count} times`)
    }
    if (state === 'unconfirmed') found.unknown++
    else if (state !== 'sent' || count === 0) {
      found.lost++
      found.sentences.push(`${id}: is ${state ?? 'not there'}, and was taken ${count} times`)
    }
  }
  for (const id of copies.keys()) if (!ids.includes(id)) found.sentences.push(`${id}: left, and nobody wrote it`)
  return found
}
