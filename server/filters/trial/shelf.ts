// The opened mails of the people who are trying filters, kept in a thread for a while: opening them is the cost.
import type { Reading } from '../../../core/filters/fields.ts'
import { MailView } from '../../../core/message/view.ts'
import { openJson } from '../../db/sealed.ts'
import type { BeginTask, SealedMail } from './wire.ts'

/** A mail that was opened, with what filters have read in it so far. */
export interface OpenMail {
  id: string
  arrivedMs: number
  mailbox: SealedMail['mailbox']
  isFirstTimeSender: boolean | null
  view: MailView
  values: Reading['values']
  letters: number
}

/** The newest first. `extent` is null until all of them are here. */
export interface Shelf {
  userId: string
  extent: BeginTask['extent'] | null
  mails: OpenMail[]
  letters: number
}

/** Of all people in one thread; a letter of a mail takes some three bytes with what is read of it. */
const mostLetters = 48_000_000

export interface Shelves {
  of(userId: string): Shelf
  /** `extent` is null where more mails are there than were opened. */
  put(shelf: Shelf, mails: OpenMail[], extent: BeginTask['extent'] | null): void
  clear(): void
}

/** Whoever tried last stays; a person with more mail than fits is opened anew each time. */
export function openShelves(): Shelves {
  const shelves = new Map<string, Shelf>()
  return {
    of(userId) {
      const shelf = shelves.get(userId) ?? { userId, extent: null, mails: [], letters: 0 }
      shelves.delete(userId)
      shelves.set(userId, shelf)
      return shelf
    },
    put(shelf, mails, extent) {
      const letters = mails.reduce((sum, mail) => sum + mail.letters, 0)
      Object.assign(shelf, letters > mostLetters ? { mails: [], extent: null, letters: 0 } : { mails, extent, letters })
      let all = [...shelves.values()].reduce((sum, each) => sum + each.letters, 0)
      for (const [userId, each] of shelves) {
        if (all <= mostLetters) break
        all -= each.letters
        shelves.delete(userId)
      }
    },
    clear: () => shelves.clear(),
  }
}

export function openMail({ userId, contentKey, viewColumn }: BeginTask, sealed: SealedMail): OpenMail {
  const place = { userId, row: sealed.id, column: viewColumn }
  const view = openJson(MailView, bytesOf(contentKey), bytesOf(sealed.sealed), place)
  const { id, arrivedMs, mailbox, isFirstTimeSender } = sealed
  const letters = view.body.length + view.subject.length + view.headers.reduce((sum, h) => sum + h.name.length + h.value.length, 500)
  return { id, arrivedMs, mailbox, isFirstTimeSender, view, values: new Map(), letters }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
