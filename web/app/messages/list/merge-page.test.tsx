// Tests that new messages never move the rows somebody is reading.
import { expect, test } from 'vitest'
import { messageLine } from '../../queries/messages.fixture.ts'
import { changesBetween, type FetchedPage, mergePage } from './merge-page.ts'

const page = (numbers: number[], next: string | null = null): FetchedPage => ({ items: numbers.map(n => messageLine(n, 'queued')), next })
const visiblePage = (numbers: number[], next: string | null = null) => mergePage(null, page(numbers, next), false)
const ids = (lines: { id: string }[]) => lines.map(({ id }) => Number(id.slice(-3)))

test('new messages appear at once while nobody is reading', () => {
  const merged = mergePage(visiblePage([3, 2, 1]), page([5, 4, 3, 2, 1]), false)
  expect([ids(merged.items), ids(merged.waiting)]).toEqual([[5, 4, 3, 2, 1], []])
})

test('while somebody reads, new rows wait, and rows pushed off the page stay with their cursor', () => {
  const merged = mergePage(visiblePage([3, 2, 1], 'after 1'), page([5, 4, 3], 'after 3'), true)
  expect([ids(merged.items), ids(merged.waiting), merged.next]).toEqual([[3, 2, 1], [5, 4], 'after 1'])
})

test('a visible row updates in place, one that no longer matches is removed, and an empty list takes everything', () => {
  const fetched: FetchedPage = { items: [messageLine(4, 'queued'), messageLine(3, 'read'), messageLine(1, 'queued')], next: null }
  const merged = mergePage(visiblePage([3, 2, 1]), fetched, true)
  expect(ids(merged.items)).toEqual([3, 1])
  expect(merged.items[0]?.delivery?.state).toBe('read')
  expect(ids(merged.waiting)).toEqual([4])
  expect(ids(mergePage(visiblePage([]), page([1]), true).items)).toEqual([1])
})

test('without new messages, the fetched page is applied as it is, even while somebody reads', () => {
  const merged = mergePage(visiblePage([3, 2], 'after 2'), page([3, 1], 'after 1'), true)
  expect([ids(merged.items), merged.next]).toEqual([[3, 1], 'after 1'])
})

test('a change is a new email or a changed state, but not an older email that comes into view', () => {
  const before = [messageLine(3, 'queued'), messageLine(2, 'read')]
  const changes = changesBetween(before, [
    messageLine(4, 'queued'),
    messageLine(3, 'sending'),
    messageLine(2, 'read'),
    messageLine(1, 'read'),
  ])
  expect(changes.map(({ line: { id }, isNew }) => [Number(id.slice(-3)), isNew])).toEqual([
    [4, true],
    [3, false],
  ])
})
