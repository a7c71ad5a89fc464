// Reads a few hundred random threads of every mail program: no own line is lost, no quoted line leaks. More of them: npm run fuzz:quotes.
import { expect, test } from 'vitest'
import { seeded } from './faults/chance.ts'
import { findFaults, makeThread } from './threads/threads.ts'

test('in threads of every mail program, all own lines stand and no quoted line does', async () => {
  const random = seeded(11)
  const faults: string[] = []
  for (let i = 0; i < 250; i++) faults.push(...(await findFaults(makeThread(random))))
  expect(faults).toEqual([])
})
