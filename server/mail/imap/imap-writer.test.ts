// Tests how writing to a mailbox handles a broken connection.
import { expect, test } from 'vitest'
import { type WritingClient, withWriter } from './imap-writer.ts'

const client: WritingClient = {
  ...{ usable: true, mailbox: { path: '', uidValidity: 1n }, capabilities: new Map() },
  ...{ mailboxOpen: async () => ({}), search: async () => false, messageFlagsAdd: async () => false, messageMove: async () => false },
  ...{ mailboxCreate: async () => ({}), list: async () => [] },
}

test('an unanswered search does not mean that an email is gone', async () => {
  await expect(withWriter(client, 'INBOX', writer => writer.has(7))).rejects.toThrow('did not answer')
  await expect(withWriter(client, 'INBOX', writer => writer.holds('Done', '<1@example.com>'))).rejects.toThrow('did not answer')
  expect(await withWriter({ ...client, search: async () => [] }, 'INBOX', writer => writer.has(7))).toBe(false)
})
