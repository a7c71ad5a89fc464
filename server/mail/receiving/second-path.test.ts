// The second path: how often it knocks on one server's door, and whom it takes for deaf.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { rangesOf } from '../../../core/mailbox/uids.ts'
import { openLog } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import type { OpenFolder } from '../imap/folder.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import { openSecondPath, type WatchedMailbox } from './second-path.ts'

const log = openLog('silent')
const hour = 3_600_000
const times = { everyMs: hour, quietMs: hour, doubtMs: 600, againMs: hour }

interface Server {
  uidValidity?: number
  uidNext: number
  uids: number[]
}

/** A mailbox whose watch has heard of all below UID 10. */
function mailbox(server: Server | null, change: Partial<WatchedMailbox> = {}) {
  const place = newFolderSync('u', 'm', {
    ...{ name: 'INBOX', cursor: { uidValidity: 1, uidNext: 10 }, startsAt: new Date(), passedAt: null, isGone: false },
  })
  const told: string[] = []
  const looked: WatchedMailbox = {
    ...{
      mailboxId: 'm',
      host: 'mail.example.com',
      places: [place],
      watch: { connectedAt: new Date(), isBusy: false, reconcileAt: new Date() },
    },
    lastMailAt: () => null,
    connect: async () => (server ? connectionTo(server) : Promise.reject(new Error('no'))),
    usualGapMs: async () => null,
    agreed: async () => void told.push('agreed'),
    deaf: async () => void told.push('deaf'),
    ...change,
  }
  return { looked, told, place }
}

function connectionTo({ uidValidity = 1, uidNext, uids }: Server): Connection {
  const refuse = () => Promise.reject(new Error('Nobody asks for that here.'))
  const folder: OpenFolder = {
    ...{ name: 'INBOX', uidValidity, uidNext, fetch: refuse, fetchHeaders: refuse, dates: refuse, structures: refuse, sections: refuse },
    uids: async (from, upTo) => rangesOf(uids.filter(uid => uid >= from && uid <= (upTo ?? uid))),
  }
  return {
    ...{ folders: refuse, noop: refuse, writing: refuse, append: refuse, idle: refuse },
    open: async () => folder,
    status: async () => ({ uidValidity, uidNext }),
    listen: () => undefined,
    isOpen: () => true,
    close: () => undefined,
  }
}

function opened() {
  const path = openSecondPath(log, times)
  onTestFinished(() => path.stop())
  return path
}

test('it agrees, doubts and finds a watch deaf by the mail that is there', async () => {
  const talks = { watch: { connectedAt: new Date(), isBusy: true, reconcileAt: new Date() } }
  const away = { watch: { connectedAt: null, isBusy: false, reconcileAt: new Date() } }
  const cases: Record<string, [Server | null, Partial<WatchedMailbox>, string | undefined]> = {
    'sees the same': [{ uidNext: 10, uids: [9] }, {}, 'agreed'],
    'sees mail that the watch has not heard of': [{ uidNext: 11, uids: [10] }, {}, 'deaf'],
    'sees a number that was given to mail that is gone': [{ uidNext: 11, uids: [] }, {}, 'agreed'],
    'sees another numbering': [{ uidValidity: 2, uidNext: 3, uids: [] }, {}, 'deaf'],
    'looks while the watch talks with the server': [{ uidNext: 11, uids: [10] }, talks, 'agreed'],
    'cannot connect': [null, {}, undefined],
    'has no watch to compare with': [{ uidNext: 11, uids: [10] }, away, undefined],
  }
  const path = opened()
  const boxes = Object.entries(cases).map(([name, [server, change]]) => ({ name, ...mailbox(server, { host: name, ...change }) }))
  for (const { looked } of boxes) path.begin(looked)
  const wanted = Object.entries(cases).map(([name, [, , said]]) => [name, said])
  const firstTold = () => boxes.map(({ name, told }) => [name, told[0]])
  await expect.poll(firstTold).toEqual(wanted)
  // Who is told nothing is told nothing in the time of another doubt either.
  await pause(1200)
  expect(firstTold()).toEqual(wanted)
})

test('what the watch hears meanwhile makes it no longer doubtful', async () => {
  let looks = 0
  const server = { uidNext: 11, uids: [10] }
  const { looked, told, place } = mailbox(server, {
    connect: async () => {
      looks++
      return connectionTo(server)
    },
    // Asked for when a look has ended: between the first, which doubts, and the next.
    usualGapMs: async () => {
      place.heardUidNext = 11
      return null
    },
  })
  opened().begin(looked)
  await expect.poll(() => told).toEqual(['agreed'])
  expect(looks).toBe(2)
})

test('one server is asked twice a second at most, and the mailboxes of another wait for none of it', async () => {
  const path = opened()
  const asked: number[] = []
  const connect = () => {
    asked.push(performance.now())
    return Promise.resolve(connectionTo({ uidNext: 10, uids: [] }))
  }
  for (let i = 0; i < 20; i++) path.begin(mailbox({ uidNext: 10, uids: [] }, { connect }).looked)
  const other = mailbox({ uidNext: 10, uids: [] }, { host: 'other.example' })
  path.begin(other.looked)
  await expect.poll(() => asked.length).toBeGreaterThan(3)
  expect(other.told).toEqual(['agreed'])
  const tookMs = (asked.at(-1) ?? 0) - (asked[0] ?? 0)
  expect(asked.length).toBeLessThanOrEqual(1 + Math.ceil(tookMs / 450))
})
