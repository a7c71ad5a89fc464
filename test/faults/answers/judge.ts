// Judges requests from phones by what the mail server received, the mailboxes contain, and the database says.
import type { Findings } from '../checker.ts'
import type { WantedAction } from './people.ts'

/** What a person requested for an email, and which parts of it the server received. */
export interface PhoneRequest {
  token: string
  /** Whether their phone is allowed to reply and act. */
  mayAct: boolean
  wanted: WantedAction
  /** Their messages that the server received. */
  received: { step: string; wamid: string }[]
  /** The phone learned that nothing was sent, because the server did not know yet that the quoted message had arrived. */
  isRefused?: boolean
}

export interface Evidence {
  requests: PhoneRequest[]
  /** The rows of our replies table. */
  rows: { id: string; wamid: string | null; state: string }[]
  /** Replies that the mail server accepted and those in the Sent folder, by the id in their Message-ID. */
  taken: string[]
  filed: string[]
  /** The folders that hold each email; there must be only one. */
  emailsByToken: Map<string, { folder: string; isRead: boolean }[]>
}

export function judgeAnswers({ requests, rows, taken, filed, emailsByToken }: Evidence): Findings {
  const found: Findings = { mails: requests.length, lost: 0, duplicates: 0, unknown: 0, sentences: [] }
  const lose = (sentence: string) => {
    found.lost++
    found.sentences.push(sentence)
  }
  const double = (sentence: string) => {
    found.duplicates++
    found.sentences.push(sentence)
  }
  const copies = Map.groupBy(taken, id => id)
  const inSent = Map.groupBy(filed, id => id)
  for (const [id, all] of copies) {
    if (all.length > 1) double(`${id}: left ${all.length} times`)
    if (!rows.some(row => row.id === id)) found.sentences.push(`${id}: left, and no row says so`)
  }
  for (const [id, all] of inSent) if (all.length > 1) double(`${id}: is filed ${all.length} times`)
  for (const { id, state } of rows) {
    const left = copies.has(id)
    if (state === 'unconfirmed') found.unknown++
    else if (left !== (state === 'sent')) lose(`${id}: is ${state}, and ${left ? 'was' : 'was not'} taken`)
    else if (left && !inSent.has(id)) lose(`${id}: was sent, and is not filed`)
  }
  for (const [token, all] of Map.groupBy(requests, one => one.token)) judgePlaces(token, all)
  for (const one of requests) judgeAnswer(one)
  return found

  function judgePlaces(token: string, all: PhoneRequest[]): void {
    const places = emailsByToken.get(token) ?? []
    if (places.length > 1) double(`${token}: lies in ${places.map(place => place.folder).join(' and ')}`)
    const [place] = places
    if (!place) return lose(`${token}: lies nowhere`)
    const isWanted = (wanted: WantedAction) => all.some(one => one.wanted === wanted && one.mayAct && hasSent(one, 'act'))
    if ((place.folder !== 'INBOX') !== isWanted('archive')) lose(`${token}: lies in ${place.folder}`)
    if (isWanted('read') && !place.isRead) lose(`${token}: is not marked read`)
    if (place.isRead && !isWanted('read') && !all.some(one => hasSent(one, 'text')))
      lose(`${token}: is marked read, and nobody asked for it`)
  }

  function judgeAnswer(one: PhoneRequest): void {
    const { token, wanted, mayAct, received } = one
    const own = rows.filter(row => received.some(({ step, wamid }) => step === 'text' && wamid === row.wamid))
    if (own.length > 1) double(`${token}: has ${own.length} answers`)
    if (own.length > 0 && !mayAct) lose(`${token}: was answered by a phone that may not`)
    if (!mayAct || (wanted !== 'answer' && wanted !== 'undo' && wanted !== 'no') || !hasSent(one, 'text')) return
    const [row] = own
    if (!row && one.isRefused) return void found.unknown++
    if (!row) return lose(`${token}: was answered, and no row says so`)
    if (row.state === 'asking') lose(`${token}: nobody was asked about its answer`)
    if (wanted === 'answer' && row.state !== 'sent' && row.state !== 'unconfirmed') lose(`${token}: its answer is ${row.state}`)
    if (wanted === 'no' && hasSent(one, 'drop') && row.state === 'sent') lose(`${token}: was sent against a no`)
  }
}

const hasSent = ({ received }: PhoneRequest, step: string): boolean => received.some(one => one.step === step)
