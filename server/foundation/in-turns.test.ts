// Tests that one key's work runs in turn, another's beside it, and a failure holds nobody up.
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('the work of one key runs one after another, that of another key beside it', async () => {
  const take = inTurns()
  const begun: string[] = []
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const work = (name: string, gate: number) => async () => {
    begun.push(name)
    await gates[gate]?.promise
    return name
  }
  const all = [take('a', work('a1', 0)), take('a', work('a2', 1)), take('b', work('b1', 2))]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'b1'])
  gates[0]?.resolve()
  expect(await all[0]).toBe('a1')
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  for (const gate of gates) gate.resolve()
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1'])
})

test('work that fails fails alone', async () => {
  const take = inTurns()
  const failing = take('a', () => Promise.reject(new Error('planted')))
  const next = take('a', async () => 'done')
  await expect(failing).rejects.toThrow('planted')
  expect(await next).toBe('done')
})
