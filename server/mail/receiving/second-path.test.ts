// Tests the second connection: how often it connects to one server, and when it considers a watch stalled.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { toRanges } from '../../../core/mailbox/uids.ts'
import { openLog } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import type { OpenFolder } from '../imap/folder.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import { openSecondPath, type WatchedMailbox } from './second-path.ts'

const log = openLog('silent')
const hour = 3_600_000
const times = { everyMs: hour, quietMs: hour, doubtMs: 600, retryAfterMs: hour }

interface Server {
  uidValidity?: number
  uidNext: number
  uids: number[]
}

/** A mailbox whose watch knows all emails below UID 10. */
function newMailbox(server: Server | null, change: Partial<WatchedMailbox> = {}) {
  const folderSync = newFolderSync('u', 'm', {
    ...{ name: 'INBOX', cursor: { uidValidity: 1, uidNext: 10 }, startsAt: new Date(), passedAt: null, isGone: false },
  })
  const reports: string[] = []
  const mailbox: WatchedMailbox = {
    ...{
      mailboxId: 'm',
      host: 'mail.example.com',
      folderSyncs: [folderSync],
      watch: { connectedAt: new Date(), isBusy: false, hasNewActions: false, reconcileAt: new Date() },
    },
    lastMailAt: () => null,
    connect: async () => (server ? connectionTo(server) : Promise.reject(new Error('no'))),
    usualGapMs: async () => null,
    onAgreed: async () => void reports.push('agreed'),
    onStalled: async () => void reports.push('deaf'),
    ...change,
  }
  return { mailbox, reports, folderSync }
}

function connectionTo({ uidValidity = 1, uidNext, uids }: Server): Connection {
  const refuse = () => Promise.reject(new Error('The second path must not call this.'))
  const folder: OpenFolder = {
    ...{ name: 'INBOX', uidValidity, uidNext, fetch: refuse, fetchHeaders: refuse, dates: refuse, structures: refuse, sections: refuse },
    uids: async (from, upTo) => toRanges(uids.filter(uid => uid >= from && uid <= (upTo ?? uid))),
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

test('it confirms, doubts, or declares a watch stalled, depending on the emails on the server', async () => {
  const talks = { watch: { connectedAt: new Date(), isBusy: true, hasNewActions: false, reconcileAt: new Date() } }
  const away = { watch: { connectedAt: null, isBusy: false, hasNewActions: false, reconcileAt: new Date() } }
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
  const boxes = Object.entries(cases).map(([name, [server, change]]) => ({ name, ...newMailbox(server, { host: name, ...change }) }))
  for (const { mailbox } of boxes) path.add(mailbox)
  const wanted = Object.entries(cases).map(([name, [, , said]]) => [name, said])
  const firstReports = () => boxes.map(({ name, reports }) => [name, reports[0]])
  await expect.poll(firstReports).toEqual(wanted)
  // Mailboxes without a report stay without one for another doubt period.
  await pause(1200)
  expect(firstReports()).toEqual(wanted)
})

test('news that reaches the watch meanwhile clears the doubt', async () => {
  let looks = 0
  const server = { uidNext: 11, uids: [10] }
  const { mailbox, reports, folderSync } = newMailbox(server, {
    connect: async () => {
      looks++
      return connectionTo(server)
    },
    // Called at the end of each check: here between the first, which doubts, and the next.
    usualGapMs: async () => {
      folderSync.knownUidNext = 11
      return null
    },
  })
  opened().add(mailbox)
  await expect.poll(() => reports).toEqual(['agreed'])
  expect(looks).toBe(2)
})

test('one server is checked twice a second at most, without delaying mailboxes on other servers', async () => {
  const path = opened()
  const asked: number[] = []
  const connect = () => {
    asked.push(performance.now())
    return Promise.resolve(connectionTo({ uidNext: 10, uids: [] }))
  }
  for (let i = 0; i < 20; i++) path.add(newMailbox({ uidNext: 10, uids: [] }, { connect }).mailbox)
  const other = newMailbox({ uidNext: 10, uids: [] }, { host: 'other.example' })
  path.add(other.mailbox)
  await expect.poll(() => asked.length).toBeGreaterThan(3)
  expect(other.reports).toEqual(['agreed'])
  const tookMs = (asked.at(-1) ?? 0) - (asked[0] ?? 0)
  expect(asked.length).toBeLessThanOrEqual(1 + Math.ceil(tookMs / 450))
})
