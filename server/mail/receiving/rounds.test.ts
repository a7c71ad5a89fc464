// Tests that no email is missed that arrives while the primary folder is closed or busy with something else.
import { expect, test } from 'vitest'
import { openLog } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import type { OpenFolder } from '../imap/folder.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import { drainDue, isDrainDue, newRounds, openForReading, openPrimary, type RoundsDeps } from './rounds.ts'

const nothing = async () => undefined
const deps: RoundsDeps = {
  ...{ log: openLog('silent'), random: () => 0, saveEvent: nothing, followRenames: async () => false, saveFolderGone: nothing },
  drain: {
    ...{ onMail: nothing, now: () => new Date(), batch: 10, maxBytes: 1000, moveCursor: nothing, saveCursor: nothing },
    ...{ forgetNumbering: nothing, onRenumbered: nothing, onNotReturned: nothing, onUnkept: () => undefined, onSetAside: nothing },
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
  const folderSync = newFolderSync('u', 'm', { name: 'INBOX', cursor, startsAt: new Date(0), passedAt: null, isGone: false })
  return { folderSync, rounds: newRounds(deps, connection, [folderSync]) }
}

test.each([
  ['email that came', { uidValidity: 1, uidNext: 6 }],
  ['a renumbering', { uidValidity: 2, uidNext: 5 }],
])('%s before the folder was opened for reconciling is drained at once', async (_, later) => {
  const server = { uidValidity: 1, uidNext: 5 }
  const { folderSync, rounds } = caughtUp(server)
  await drainDue(rounds)
  expect(await openPrimary(rounds)).toBe(true)
  // As after filter actions have run there.
  rounds.open = null
  Object.assign(server, later)
  await openForReading(rounds, folderSync)
  expect([await openPrimary(rounds), isDrainDue(rounds)]).toEqual([false, true])
})
