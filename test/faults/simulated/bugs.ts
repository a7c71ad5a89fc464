// Realistic bugs in the mail path, each planted among the real parts of the simulation.
import { clipUids, eachUid, toRanges } from '../../../core/mailbox/uids.ts'
import { digest } from '../../../server/foundation/seal.ts'
import type { OpenFolder } from '../../../server/mail/imap/folder.ts'
import type { Arrived } from '../../../server/mail/parsing/arrived.ts'
import type { OnMail } from '../../../server/mail/receiving/drain.ts'
import type { BugHooks, BugTools } from './hooks.ts'
import type { Bug } from './schedule.ts'

export interface Planted {
  name: string
  /** How the judge has to see it. */
  shows: 'lost' | 'duplicates' | 'late'
  /** Made anew for each schedule. */
  make(): Bug
}

const dayMs = 86_400_000

export const bugs: Planted[] = [
  ...cursorBugs(),
  ...folderBugs(),
  ...keepingBugs(),
  ...wayBugs(),
  {
    name: 'a silent connection passes for live',
    shows: 'late',
    make: () => ({ belief: { liveness: () => 'idle' } }),
  },
  {
    name: 'what we write ourselves counts as a sign of life',
    shows: 'late',
    make: () => ({ belief: { isOwnWriteProof: true } }),
  },
]

/** Where we are in a folder. */
function cursorBugs(): Planted[] {
  return [
    planted('the cursor is saved before the commit', 'lost', () => ({
      onMail: (real, tools) => async (batch, alongside) => {
        if (alongside) await tools.apart(alongside)
        await real(batch)
      },
    })),
    planted('the cursor is saved past a UID that was left out', 'lost', () => ({
      drain: real => {
        let highest = 0
        const onMail: OnMail = (batch, alongside) => {
          highest = Math.max(highest, ...batch.map(mail => mail.uid ?? 0))
          return real.onMail(batch, alongside)
        }
        const beyond = (uidNext: number) => Math.max(uidNext, highest + 1)
        return {
          ...real,
          onMail,
          moveCursor: (tx, name, at, is) => real.moveCursor(tx, name, at && { ...at, uidNext: beyond(at.uidNext) }, is),
        }
      },
    })),
    planted('an error is swallowed and the cursor moves on', 'lost', () => ({
      onMail: (real, tools) => (batch, alongside) => real(batch, alongside).catch(() => alongside && tools.apart(alongside)),
    })),
    planted('a connection begins at the end: what came meanwhile is dropped', 'lost', () => ({
      place: (real, folder) => (real.cursor ? { ...real, cursor: { ...real.cursor, uidNext: folder.uidNext } } : real),
    })),
    planted('the first connection takes what was there before', 'duplicates', () => ({
      place: real => (real.cursor ? real : { ...real, startsAt: new Date(0) }),
    })),
    planted('after a new UIDVALIDITY it begins at UIDNEXT', 'lost', () => ({
      place: (real, { uidValidity, uidNext }) =>
        real.cursor && real.cursor.uidValidity !== uidValidity ? { ...real, cursor: { uidValidity, uidNext } } : real,
    })),
    planted('the token of the lease is ignored', 'duplicates', () => ({ lease: () => () => undefined })),
  ]
}

/** What a server says of a folder. */
function folderBugs(): Planted[] {
  return [
    planted('UIDVALIDITY is ignored', 'lost', () => ({
      folder: (real, place) => ({ ...real, uidValidity: place.cursor?.uidValidity ?? real.uidValidity }),
    })),
    planted('a UIDNEXT that fell is ignored', 'lost', () => ({
      folder: (real, place) => ({ ...real, uidNext: Math.max(real.uidNext, place.cursor?.uidNext ?? 0) }),
    })),
    planted('numbers in a folder are taken for UIDs, and deleting shifts them', 'lost', () => ({ folder: bySequence })),
    planted('after a new UIDVALIDITY only mail of later days is looked for', 'lost', () => ({
      folder: real => ({ ...real, uids: (from, upTo, since) => real.uids(from, upTo, since && new Date(since.getTime() + 2 * dayMs)) }),
    })),
    planted('mails are taken by their place in the answer', 'lost', () => ({
      folder: real => ({
        ...real,
        fetch: async (uids, maxBytes) => (await real.fetch(uids, maxBytes)).map((mail, i) => ({ ...mail, uid: uids[i] ?? mail.uid })),
      }),
    })),
  ]
}

/** What is kept, and in which transaction. */
function keepingBugs(): Planted[] {
  return [
    planted('messages are committed before their decisions', 'lost', () => ({
      stores: (real, tools) => ({
        ...real,
        saveOnce: async (tx, userId, messages, known) => {
          const fresh = await real.saveOnce(tx, userId, messages, known)
          tools.commitSoFar()
          return fresh
        },
      }),
    })),
    planted('a decision is written twice', 'duplicates', () => ({
      stores: real => ({
        ...real,
        saveDecisions: (tx, userId, decisions, now) => real.saveDecisions(tx, userId, [...decisions, ...decisions], now),
      }),
    })),
    planted('deliveries are enqueued whether or not the rest was committed', 'duplicates', () => ({ stores: enqueueApart('always') })),
    planted('deliveries are enqueued after the commit', 'lost', () => ({ stores: enqueueApart('after') })),
    planted('mails that the parser cannot read are left out', 'lost', () => ({ onMail: without(isPoison) })),
    planted('mails that are too large are left out', 'lost', () => ({ onMail: without(mail => mail.fetched === 'headers') })),
    planted('after a new UIDVALIDITY content is not compared', 'duplicates', () => ({
      arrived: mail => ({ ...mail, contentHash: digest(mail.sourceKey) }),
    })),
    planted('mails are told apart by their Message-ID alone', 'lost', () => ({
      arrived: mail => ({ ...mail, sourceKey: `id:${/^Message-ID: (.*?)\r$/m.exec(mail.raw.toString('latin1'))?.[1]}` }),
    })),
  ]
}

/** The ways in, and mail that comes by several. */
function wayBugs(): Planted[] {
  return [
    planted('SMTP says 250 before the commit', 'lost', () => ({
      smtp: real => async arrived => void real(arrived).catch(() => undefined),
    })),
    planted('what a sender repeats is taken for another mail', 'duplicates', () => {
      let n = 0
      return { arrived: mail => (mail.kind === 'address' ? { ...mail, sourceKey: `${mail.sourceKey}#${++n}` } : mail) }
    }),
    planted('the owner of an address is remembered for the next one', 'lost', () => {
      let owner: string | undefined
      return { arrived: mail => (mail.kind === 'address' ? { ...mail, userId: (owner ??= mail.userId) } : mail) }
    }),
    planted('a mail in two folders goes to the phone twice', 'duplicates', () => ({
      stores: real => ({ ...real, lockCopies: async () => new Map(), readSentBefore: async () => new Map() }),
    })),
    planted('a mail that is in another folder too is not kept', 'lost', () => ({
      arrived: mail => (mail.kind === 'imap' ? { ...mail, sourceKey: `content:${mail.contentHash.toString('hex')}` } : mail),
    })),
  ]
}

function planted(name: string, shows: Planted['shows'], hooks: () => Partial<BugHooks>): Planted {
  return { name, shows, make: () => ({ hooks: hooks() }) }
}

const isPoison = (mail: Arrived): boolean => mail.raw.includes('X-Poison')

const without =
  (isBad: (mail: Arrived) => boolean): BugHooks['onMail'] =>
  real =>
  (batch, alongside) =>
    real(
      batch.filter(mail => !isBad(mail)),
      alongside,
    )

function enqueueApart(when: 'always' | 'after'): BugHooks['stores'] {
  return (real, tools: BugTools) => {
    const later: (() => Promise<unknown>)[] = []
    const enqueueAll = async () => {
      const mine = later.splice(0)
      await tools.apart(async () => {
        for (const enqueue of mine) await enqueue()
      })
    }
    return {
      ...real,
      enqueue: async (tx, userId, deliveries, now) => {
        later.push(() => real.enqueue(tx, userId, deliveries, now))
        return deliveries.map(delivery => delivery.id)
      },
      async inTransaction(work) {
        try {
          const result = await real.inTransaction(work)
          if (when === 'after') await enqueueAll()
          return result
        } finally {
          if (when === 'always') await enqueueAll()
        }
      },
    }
  }
}

function bySequence(real: OpenFolder): OpenFolder {
  const all = async () => [...eachUid(await real.uids(1, null, null))]
  const uidOf = async (numbers: number[]) => {
    const uids = await all()
    return new Map(numbers.flatMap(n => (uids[n - 1] ? [[uids[n - 1] ?? 0, n]] : [])))
  }
  return {
    ...real,
    uids: async (from, upTo) => clipUids(toRanges((await all()).map((_, i) => i + 1)), from, upTo ?? Infinity),
    async dates(numbers) {
      const of = await uidOf(numbers)
      return new Map([...(await real.dates([...of.keys()]))].map(([uid, at]) => [of.get(uid) ?? 0, at]))
    },
    async fetch(numbers, maxBytes) {
      const of = await uidOf(numbers)
      return (await real.fetch([...of.keys()], maxBytes)).map(mail => ({ ...mail, uid: of.get(mail.uid) ?? 0 }))
    },
  }
}
