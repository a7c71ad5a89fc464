// The judge of what was asked for on the phones: what the mail server took, what lies in the mailboxes, and what our rows say.
import type { Findings } from '../checker.ts'
import type { Wish } from './people.ts'

/** What a person wanted of a mail, as far as the server heard it. */
export interface Asked {
  token: string
  /** Whether their phone may answer and change anything at all. */
  mayAct: boolean
  wish: Wish
  /** The messages of theirs that the server heard. */
  heard: { step: string; wamid: string }[]
  /** It was told that nothing was sent: nobody knew yet that the mail which it quotes had reached it. */
  isRefused?: boolean
}

export interface Evidence {
  asked: Asked[]
  /** Our rows of answers. */
  rows: { id: string; wamid: string | null; state: string }[]
  /** Copies that the mail server took, and those in the folder of what was sent, by the id that their Message-ID names. */
  taken: string[]
  filed: string[]
  /** Where each mail lies; more than one place is one too many. */
  lying: Map<string, { folder: string; isRead: boolean }[]>
}

export function judgeAnswers({ asked, rows, taken, filed, lying }: Evidence): Findings {
  const found: Findings = { mails: asked.length, lost: 0, duplicates: 0, unknown: 0, sentences: [] }
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
  for (const [token, all] of Map.groupBy(asked, one => one.token)) judgePlaces(token, all)
  for (const one of asked) judgeAnswer(one)
  return found

  function judgePlaces(token: string, all: Asked[]): void {
    const places = lying.get(token) ?? []
    if (places.length > 1) double(`${token}: lies in ${places.map(place => place.folder).join(' and ')}`)
    const [place] = places
    if (!place) return lose(`${token}: lies nowhere`)
    const wanted = (wish: Wish) => all.some(one => one.wish === wish && one.mayAct && did(one, 'act'))
    if ((place.folder !== 'INBOX') !== wanted('archive')) lose(`${token}: lies in ${place.folder}`)
    if (wanted('read') && !place.isRead) lose(`${token}: is not marked read`)
    if (place.isRead && !wanted('read') && !all.some(one => did(one, 'text'))) lose(`${token}: is marked read, and nobody asked for it`)
  }

  function judgeAnswer(one: Asked): void {
    const { token, wish, mayAct, heard } = one
    const own = rows.filter(row => heard.some(({ step, wamid }) => step === 'text' && wamid === row.wamid))
    if (own.length > 1) double(`${token}: has ${own.length} answers`)
    if (own.length > 0 && !mayAct) lose(`${token}: was answered by a phone that may not`)
    if (!mayAct || (wish !== 'answer' && wish !== 'undo' && wish !== 'no') || !did(one, 'text')) return
    const [row] = own
    if (!row && one.isRefused) return void found.unknown++
    if (!row) return lose(`${token}: was answered, and no row says so`)
    if (row.state === 'asking') lose(`${token}: nobody was asked about its answer`)
    if (wish === 'answer' && row.state !== 'sent' && row.state !== 'unconfirmed') lose(`${token}: its answer is ${row.state}`)
    if (wish === 'no' && did(one, 'drop') && row.state === 'sent') lose(`${token}: was sent against a no`)
  }
}

const did = ({ heard }: Asked, step: string): boolean => heard.some(one => one.step === step)
