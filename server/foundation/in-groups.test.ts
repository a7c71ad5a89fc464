// Tests that calls are answered in groups, each with its own result.
import { expect, test } from 'vitest'
import { inGroups } from './in-groups.ts'

function opened(maxSize = 50) {
  const groups: number[][] = []
  const ended: (() => void)[] = []
  const ask = inGroups(async (items: number[]) => {
    groups.push(items)
    await new Promise<void>(resolve => ended.push(resolve))
    if (items.includes(0)) throw new Error('zero')
    return items.map(item => item * 2)
  }, maxSize)
  const endNext = async () => {
    await new Promise(resolve => setImmediate(resolve))
    ended.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { groups, ask, endNext }
}

test('calls of one turn form a group, and those that come while it works form the next', async () => {
  const { groups, ask, endNext } = opened()
  const first = [ask(1), ask(2)]
  await Promise.resolve()
  const later = [ask(3), ask(4), ask(5)]
  await endNext()
  await endNext()
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10])
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('a group that fails fails each of its calls, and no other', async () => {
  const { ask, endNext } = opened()
  const failing = Promise.allSettled([ask(0), ask(1)])
  await Promise.resolve()
  const next = ask(2)
  await endNext()
  await endNext()
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await next).toBe(4)
})

test('a group is never larger than allowed', async () => {
  const { groups, ask, endNext } = opened(2)
  const all = [1, 2, 3].map(ask)
  await endNext()
  await endNext()
  await Promise.all(all)
  expect(groups).toEqual([[1, 2], [3]])
})
