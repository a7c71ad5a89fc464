// What comes while the folder that is listened to is not open, or is opened for something else, is not slept over.
import { expect, test } from 'vitest'
import { openLog } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import type { OpenFolder } from '../imap/folder.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import { drainDue, goHome, isDrainDue, newRounds, type RoundDeps, reading } from './rounds.ts'

const nothing = async () => undefined
const deps: RoundDeps = {
  ...{ log: openLog('silent'), random: () => 0, note: nothing, follow: async () => false, setGone: nothing },
  drain: {
    ...{ onMail: nothing, now: () => new Date(), batch: 10, maxBytes: 1000, moveCursor: nothing, saveCursor: nothing },
    ...{ forgetNumbering: nothing, numberedAnew: nothing, notHandedOver: nothing },
  },
}

function caughtUp(server: { uidValidity: number; uidNext: number }) {
  const open = async (name: string): Promise<OpenFolder> => ({
    ...{ name, ...server, uids: async () => [], dates: async () => new Map(), fetch: async () => [], fetchHeaders: async () => null },
    ...{ structures: async () => new Map(), sections: async () => new Map() },
  })
  const connection: Connection = {
    ...{
      open,
      status: async () => server,
      folders: async () => [],
      writing: async () => null,
      append: async () => true,
      noop: nothing,
      idle: async () => true,
    },
    ...{ listen: () => undefined, isOpen: () => true, close: () => undefined },
  }
  const cursor = { uidValidity: 1, uidNext: server.uidNext }
  const place = newFolderSync('u', 'm', { name: 'INBOX', cursor, startsAt: new Date(0), passedAt: null, isGone: false })
  return { place, rounds: newRounds(deps, connection, [place]) }
}

test.each([
  ['mail that came', { uidValidity: 1, uidNext: 6 }],
  ['a new numbering', { uidValidity: 2, uidNext: 5 }],
])('%s before the folder was opened for comparing is drained at once', async (_, later) => {
  const server = { uidValidity: 1, uidNext: 5 }
  const { place, rounds } = caughtUp(server)
  await drainDue(rounds)
  expect(await goHome(rounds)).toBe(true)
  // As after what filters ask for was done there.
  rounds.open = null
  Object.assign(server, later)
  await reading(rounds, place)
  expect([await goHome(rounds), isDrainDue(rounds)]).toEqual([false, true])
})
