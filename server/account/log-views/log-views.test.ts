// Tests saved views of the log: each user's own, shared ones for all, and who may change them.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { addUser } from '../log-chain/chain.fixture.ts'
import { addLogView, listLogViews, maxLogViews, removeLogView, renameLogView } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const view = (name: string, isShared: boolean) => ({ id: newId(now), name, filters: { action: 'admin.*' }, isShared })

test('everybody sees shared views, and only their owner or an administrator changes them', async () => {
  const [anna, ben] = [await addUser(db), await addUser(db)]
  const own = await addLogView(db, anna, view('Mine', false), now)
  const shared = await addLogView(db, anna, view('Staff actions', true), now)
  expect(await listLogViews(db, ben)).toEqual([{ ...shared, isOwn: false }])
  expect((await listLogViews(db, anna)).map(({ name }) => name)).toEqual(['Mine', 'Staff actions'])
  const id = shared?.id ?? ''
  expect(await renameLogView(db, ben, id, 'Stolen', false)).toBeNull()
  expect(await removeLogView(db, ben, id, false)).toBe(false)
  expect(await renameLogView(db, ben, id, 'All staff actions', true)).toMatchObject({ name: 'All staff actions', isOwn: false })
  expect(await removeLogView(db, ben, own?.id ?? '', true)).toBe(false)
  expect(await removeLogView(db, anna, own?.id ?? '', false)).toBe(true)
})

test('nobody has more views than they can read', async () => {
  const carla = await addUser(db)
  for (let n = 0; n < maxLogViews; n++) await addLogView(db, carla, view(`View ${n}`, false), now)
  expect(await addLogView(db, carla, view('One more', false), now)).toBeNull()
})
