// An in-memory mail server: folders with UIDs, and everything that real servers do to them.
import { clipUids, toRanges } from '../../../core/mailbox/uids.ts'
import type { OpenFolder } from '../../../server/mail/imap/folder.ts'

interface Kept {
  uid: number
  raw: Buffer
  at: Date
}

interface Numbering {
  uidValidity: number
  uidNext: number
  mails: Kept[]
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / 86_400_000)

export interface MailServer {
  deliver(folder: string, raw: Buffer, at: Date): void
  /** The mails of a folder, by their UIDs. */
  list(folder: string): { uid: number; raw: Buffer }[]
  expunge(folder: string, uid: number): void
  /** Every mail gets another UID, under a higher UIDVALIDITY. */
  renumber(folder: string): void
  /** Back to a copy of before: the mails from `uid` on are gone, and their numbers are given again. */
  restore(folder: string, uid: number): void
  /** Lists these and does not hand them over. */
  leaveOut(folder: string, uids: number[]): void
  /** Ends every connection. */
  drop(): void
  /** The next connection ends after so many fetches; null: none does. */
  breakAfter(fetches: number | null): void
  /** Fetches wait until the promise is settled. */
  hold(until: Promise<void>): void
  open(folder: string): OpenFolder & { isOpen(): boolean }
}

export function openMailServer(folders: string[]): MailServer {
  const kept = new Map<string, Numbering>(folders.map((name, i) => [name, { uidValidity: 10 + i, uidNext: 1, mails: [] }]))
  const hidden = new Map<string, Set<number>>()
  let era = 0
  let fetchesLeft: number | null = null
  let held = Promise.resolve()
  const of = (name: string): Numbering => kept.get(name) ?? { uidValidity: 0, uidNext: 1, mails: [] }
  const drop = () => void era++

  return {
    deliver: (folder, raw, at) => void of(folder).mails.push({ uid: of(folder).uidNext++, raw, at }),
    list: folder => of(folder).mails,
    expunge(folder, uid) {
      of(folder).mails = of(folder).mails.filter(mail => mail.uid !== uid)
    },
    renumber(folder) {
      const box = of(folder)
      box.mails = box.mails.map((mail, i) => ({ ...mail, uid: i + 1 }))
      box.uidNext = box.mails.length + 1
      box.uidValidity += 100
      drop()
    },
    restore(folder, uid) {
      const box = of(folder)
      box.mails = box.mails.filter(mail => mail.uid < uid)
      box.uidNext = uid
      drop()
    },
    leaveOut: (folder, uids) => void hidden.set(folder, new Set(uids)),
    drop,
    breakAfter: fetches => {
      fetchesLeft = fetches
    },
    hold: until => {
      held = until
    },
    open(name) {
      const mine = era
      const { uidValidity, uidNext } = of(name)
      const still = () => {
        if (mine !== era) throw new Error('the connection is gone')
      }
      return {
        name,
        uidValidity,
        uidNext,
        isOpen: () => mine === era,
        async uids(from, upTo, since) {
          still()
          const found = of(name).mails.filter(mail => !since || dayOf(mail.at) >= dayOf(since))
          return clipUids(toRanges(found.map(mail => mail.uid)), from, upTo ?? Infinity)
        },
        async dates(uids) {
          still()
          return new Map(of(name).mails.flatMap(mail => (uids.includes(mail.uid) ? [[mail.uid, mail.at]] : [])))
        },
        async fetch(uids, maxBytes) {
          await held
          if (fetchesLeft !== null && fetchesLeft-- <= 0) {
            fetchesLeft = null
            drop()
          }
          still()
          const found = of(name).mails.filter(mail => uids.includes(mail.uid) && !hidden.get(name)?.has(mail.uid))
          return found.map(({ uid, raw, at }) => ({ uid, source: raw.subarray(0, maxBytes), sizeBytes: raw.length, internalDate: at }))
        },
        structures: async () => new Map(),
        sections: async () => new Map(),
        async fetchHeaders(uid) {
          still()
          const mail = of(name).mails.find(one => one.uid === uid)
          return mail ? mail.raw.subarray(0, mail.raw.indexOf('\r\n\r\n') + 4) : null
        },
      }
    },
  }
}
