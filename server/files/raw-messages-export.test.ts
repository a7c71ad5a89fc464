// Tests the export of raw messages: a thousand a file, each as it was received.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { saveRawMessage } from './raw-message-store.ts'
import { exportRawMessages } from './raw-messages-export.ts'

const { db } = await testDatabase()
const at = new Date('2026-11-20T10:00:00Z')

test('a file has a thousand messages, which mail programs can tell apart and read as they were', async () => {
  const [userId, contentKey] = [newId(at), newKey()]
  const first = 'Subject: Hello\r\n\r\nFrom here on\r\n>From there\r\nGrüße'
  await saveRawMessage(db, userId, contentKey, newId(new Date(at.getTime() - 1)), Buffer.from(first), at)
  for (let n = 0; n < 1001; n++) await saveRawMessage(db, userId, contentKey, newId(at), Buffer.from(`Subject: ${n}\r\n\r\nx\r\n`), at)
  const files = new Map<string, string>()
  for await (const { name, bytes } of exportRawMessages({ db, userId, contentKey }))
    files.set(name, Buffer.concat(await Array.fromAsync(bytes)).toString())
  expect([...files.keys()]).toEqual(['1.mbox', '2.mbox'])
  const counts = [...files.values()].map(text => text.match(/^From MAILER-DAEMON Fri Nov 20 10:00:00 2026\r$/gm)?.length)
  expect(counts).toEqual([1000, 2])
  const start =
    'From MAILER-DAEMON Fri Nov 20 10:00:00 2026\r\nSubject: Hello\r\n\r\n>From here on\r\n>>From there\r\nGrüße\r\n\r\nFrom MAILER-DAEMON'
  expect(files.get('1.mbox')?.startsWith(start)).toBe(true)
})

test('without messages there is no file', async () => {
  expect(await Array.fromAsync(exportRawMessages({ db, userId: newId(at), contentKey: newKey() }))).toEqual([])
})
